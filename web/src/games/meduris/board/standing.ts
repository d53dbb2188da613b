/** The public standing of a player, from the facts of the view. */
import type { View } from '../types.gen';
import { materials, type Material } from './layout';

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
  /** The points of the temples and of the rune stones if the game ended now. */
  templePoints: number;
  runePoints: number;
  /** The hand, if the reader knows it: their own, that of the only other player, or all at the end. */
  hand?: Record<Material, number>;
}

export function standings(view: View, me?: number): Standing[] {
  return view.players.map(({ seat, points, huts, temples, runes = 0, templePoints = 0, runePoints = 0 }) => {
    const built = (what: 'hut' | 'temple'): number => view.fields.filter((field) => field[what] === seat).length;
    const hand = handOf(view, seat, me);
    return {
      ...{ seat, points, huts, temples, runes, templePoints, runePoints },
      ...{ allHuts: huts + built('hut'), allTemples: temples + built('temple') },
      ...(hand ? { hand } : {}),
    };
  });
}

/** The prices of a hut and of a temple on a free field, for anybody: tokens of each of its materials. */
export function buildPrices(view: View, field: number): Record<'hut' | 'temple', Record<Material, number>> {
  const at = view.fields[field];
  const each = (units: number) =>
    Object.fromEntries(materials.map((material) => [material, at?.materials.includes(material) ? units : 0])) as Record<
      Material,
      number
    >;
  return { hut: each(at?.huts ?? 0), temple: each(1) };
}

/** The players with the fewest huts and temples left, and how many these are. */
export function closest({ players }: View): { seats: number[]; n: number } {
  const left = players.map(({ seat, huts, temples }) => ({ seat, n: huts + temples }));
  const n = Math.min(...left.map((one) => one.n));
  return { seats: left.filter((one) => one.n === n).map(({ seat }) => seat), n };
}

function handOf(view: View, seat: number, me: number | undefined): Record<Material, number> | undefined {
  if (view.hands) return view.hands[seat];
  if (seat === me) return view.hand;
  return me !== undefined && view.players.length === 2 ? view.others : undefined;
}
