import type { JsonObject } from '../../../lib/wire/narrow';
import { guard } from '../guard';
import type { PeopleView, PlayerView, TileView, TribeView, View } from '../types.gen';

/** Returns the view with its type; null if it is not a view of this title, such as the empty view before the start. */
export function readView(view: JsonObject): View | null {
  return guard.readView(view);
}

/** The seat whose turn it is; undefined before the first turn and after the last one. */
export function turnSeat(members: JsonObject): number | undefined {
  const view = readView(members);
  return !view || view.turn.seat < 0 || view.turn.phase === 'over' ? undefined : view.turn.seat;
}

/** A tribe with its people and seat. */
export interface PlacedTribe extends TribeView {
  people: string;
  seat: number;
}

/** The tribes on a tile, grouped by people. */
export function tribesOn(view: View, tile: number): PlacedTribe[] {
  return view.peoples.flatMap(({ people, seat, tribes }) =>
    tribes.filter((tribe) => tribe.tile === tile).map((tribe) => ({ ...tribe, people, seat })),
  );
}

/** Finds a tribe by id. */
export function tribeOf(view: View, id: number): PlacedTribe | undefined {
  for (const { people, seat, tribes } of view.peoples) {
    const tribe = tribes.find((one) => one.id === id);
    if (tribe) return { ...tribe, people, seat };
  }
  return undefined;
}

/** The people with its tower on a tile. */
export function towerOn(view: View, tile: number): PeopleView | undefined {
  return view.peoples.find(({ tower }) => tower === tile);
}

/** The index of the tile on a field; -1 for open water. */
export function tileAt(view: View, field: number): number {
  return view.tiles.findIndex((tile: TileView) => tile.field === field);
}

/** The missing items for the nearest rank; null for a player with a rank. An amulet counts as twelve goods. */
export function nearestRank({ rank, missing }: PlayerView): { rank: number; amulets: number; goods: number } | null {
  if (rank > 0) return null;
  const ranks = missing.map(({ amulets = 0, goods = 0 }, i) => ({ rank: i + 1, amulets, goods }));
  return ranks.sort((a, b) => a.amulets * 12 + a.goods - b.amulets * 12 - b.goods)[0] ?? null;
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
