import { isObject, type JsonObject } from '../../../lib/wire/narrow';
import type { PeopleView, PlayerView, TileView, TribeView, View } from '../types.gen';

/** The members of a view as the server's types have them; null for what is no view of this title. */
export function readView(members: JsonObject): View | null {
  const whole =
    [members.fields, members.tiles, members.peoples, members.players].every(Array.isArray) && isObject(members.turn);
  return whole ? (members as unknown as View) : null;
}

/** A tribe with its people. */
export interface PlacedTribe extends TribeView {
  people: string;
  seat: number;
}

/** The tribes on a tile, people by people. */
export function tribesOn(view: View, tile: number): PlacedTribe[] {
  return view.peoples.flatMap(({ people, seat, tribes }) =>
    tribes.filter((tribe) => tribe.tile === tile).map((tribe) => ({ ...tribe, people, seat })),
  );
}

/** A tribe on the board by its number. */
export function tribeOf(view: View, id: number): PlacedTribe | undefined {
  for (const { people, seat, tribes } of view.peoples) {
    const tribe = tribes.find((one) => one.id === id);
    if (tribe) return { ...tribe, people, seat };
  }
  return undefined;
}

/** The people whose tower stands on a tile. */
export function towerOn(view: View, tile: number): PeopleView | undefined {
  return view.peoples.find(({ tower }) => tower === tile);
}

/** The number of the tile that lies on a field; -1 for open water. */
export function tileAt(view: View, field: number): number {
  return view.tiles.findIndex((tile: TileView) => tile.field === field);
}

/** What a player lacks for the rank that is nearest: an amulet takes longer to bring home than many goods; null for who holds a rank. */
export function nearestRank({ rank, missing }: PlayerView): { rank: number; amulets: number; goods: number } | null {
  if (rank > 0) return null;
  const ranks = missing.map(({ amulets = 0, goods = 0 }, i) => ({ rank: i + 1, amulets, goods }));
  return ranks.sort((a, b) => a.amulets * 12 + a.goods - b.amulets * 12 - b.goods)[0] ?? null;
}

/** The kind of amulet of each landscape, as the rules pair them. */
export const gemOf: Readonly<Record<string, string>> = {
  mountain: 'triangle',
  swamp: 'crescent',
  desert: 'circle',
  grassland: 'square',
  forest: 'star',
};

/** The kinds of amulets in their order. */
export const gems = Object.values(gemOf);
