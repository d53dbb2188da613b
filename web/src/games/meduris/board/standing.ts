/** The public standing of a player, from the facts of the view. */
import type { View } from '../types.gen';
import type { Material } from './layout';

/** The public standing of a player. */
export interface Standing {
  seat: number;
  points: number;
  /** The huts and temples that are left to build, and all of the player's. */
  huts: number;
  allHuts: number;
  temples: number;
  allTemples: number;
  runes: number;
  /** The points of the temples and of the rune stones if the game ended now, and all points then. */
  templePoints: number;
  runePoints: number;
  now: number;
  /** The hand, if the reader knows it: their own, that of the only other player, or all at the end. */
  hand?: Record<Material, number>;
}

export function standings(view: View, me?: number): Standing[] {
  return view.players.map(
    ({ seat, points, huts, temples, runes = 0, templePoints = 0, runePoints = 0, now = points }) => {
      const hand = handOf(view, seat, me);
      return {
        ...{ seat, points, huts, temples, runes, templePoints, runePoints, now },
        ...{ allHuts: view.all?.huts ?? huts, allTemples: view.all?.temples ?? temples },
        ...(hand ? { hand } : {}),
      };
    },
  );
}

function handOf(view: View, seat: number, me: number | undefined): Record<Material, number> | undefined {
  if (view.hands) return view.hands[seat];
  if (seat === me) return view.hand;
  return me !== undefined && view.players.length === 2 ? view.others : undefined;
}
