import type { JsonObject } from '../../../lib/wire/narrow';
import { guard } from '../guard';
import type { PeopleView, RankView, TileView, TribeView, View } from '../types.gen';

/** Returns the view with its type; null if it is not a view of this title, such as the empty view before the start. */
export function readView(view: JsonObject): View | null {
  return guard.readView(view);
}

/** The seat whose turn it is; undefined before the first turn and after the last one. */
export function turnSeat(members: JsonObject): number | undefined {
  const view = readView(members);
  return !view || view.turn.seat < 0 || view.turn.phase === 'over' ? undefined : view.turn.seat;
}

export interface PlacedTribe extends TribeView {
  people: string;
  seat: number;
}

/** All tribes, grouped by people. */
export function placedTribes(view: View): PlacedTribe[] {
  return view.peoples.flatMap(({ people, seat, tribes }) => tribes.map((tribe) => ({ ...tribe, people, seat })));
}

/** The tribes on a tile, grouped by people. */
export function tribesOn(view: View, tile: number): PlacedTribe[] {
  return view.peoples.flatMap(({ people, seat, tribes }) =>
    tribes.filter((tribe) => tribe.tile === tile).map((tribe) => ({ ...tribe, people, seat })),
  );
}

/** Reports whether two tribes are the same in everything. */
export function sameTribe(a: PlacedTribe, b: PlacedTribe): boolean {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof PlacedTribe>;
  return [...members].every((member) => a[member] === b[member]);
}

export function tribeOf(view: View, id: number): PlacedTribe | undefined {
  for (const { people, seat, tribes } of view.peoples) {
    const tribe = tribes.find((one) => one.id === id);
    if (tribe) return { ...tribe, people, seat };
  }
  return undefined;
}

export function towerOn(view: View, tile: number): PeopleView | undefined {
  return view.peoples.find(({ tower }) => tower === tile);
}

/** The index of the tile on a field; -1 for open water. */
export function tileAt(view: View, field: number): number {
  return view.tiles.findIndex((tile: TileView) => tile.field === field);
}

/** The requirements of a rank; undefined for any other number. */
export function rankOf({ ranks = [] }: View, rank: number | undefined): RankView | undefined {
  return ranks.find((one) => one.rank === rank);
}

/** The kind of amulet of each landscape. */
export const gemOf: Readonly<Record<string, string>> = {
  mountain: 'triangle',
  swamp: 'crescent',
  desert: 'circle',
  grassland: 'square',
  forest: 'star',
};

/** The kinds of amulets in display order. */
export const gems = Object.values(gemOf);
