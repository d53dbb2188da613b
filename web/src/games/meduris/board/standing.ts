/** The public standing of a player, and what everybody can count. */
import { materials, type Material } from './layout';
import { settlementAt } from './view';
import type { View } from '../types.gen';

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
  /** The points of the temples and of the rune stones if the game ended now [M42, M43]. */
  templePoints: number;
  runePoints: number;
  /** The hand, if the reader knows it: their own, that of the only other player, which the stock shows [M2], or all at the end. */
  hand?: Record<Material, number>;
}

/** The number of tokens of each material. */
const tokens = 18;

/** The standing of each player, by seat. */
export function standings(view: View, me?: number): Standing[] {
  return view.players.map(({ seat, points, huts, temples }) => {
    const runes = view.runes.filter((holder) => holder === seat).length;
    const own = { hut: 0, temple: 0 };
    let templePoints = 0;
    view.fields.forEach((field, i) => {
      if (field.hut === seat) own.hut++;
      if (field.temple !== seat) return;
      own.temple++;
      templePoints += templeScore(view, i);
    });
    const hand = handOf(view, seat, me);
    return {
      ...{ seat, points, huts, temples, runes, templePoints, runePoints: (runes * (runes + 1)) / 2 },
      ...{ allHuts: huts + own.hut, allTemples: temples + own.temple },
      ...(hand ? { hand } : {}),
    };
  });
}

/** The points of a temple on a field as things are: the huts of the settlements on both sides [M42]. */
export function templeScore(view: View, field: number): number {
  const all = view.fields.length;
  return settlementAt(view, (field + all - 1) % all) + settlementAt(view, (field + 1) % all);
}

/** The tokens of a material that the other players hold together; undefined if the reader has no hand. */
export function heldByOthers(view: View, material: Material): number | undefined {
  return view.hand && tokens - view.stock[material] - view.hand[material];
}

/** The prices of a hut and of a temple on a free field, for anybody [M21, M25]. */
export function buildPrices(view: View, field: number): Record<'hut' | 'temple', Record<Material, number>> {
  const fields = view.fields.map((one, i) => (i === field ? { ...one, hut: 0 } : one));
  const of = (units: number) =>
    Object.fromEntries(
      materials.map((material) => [material, fields[field]?.materials.includes(material) ? units : 0]),
    ) as Record<Material, number>;
  return { hut: of(settlementAt({ ...view, fields }, field)), temple: of(1) };
}

/** The next hut clockwise from the druid; at last his own. From his stones it is the first of the ring. */
export function nextHut(view: View): number | undefined {
  const all = view.fields.length;
  const from = view.druid.at === 'field' ? view.druid.no : all - 1;
  const fields = Array.from({ length: all }, (_, i) => (from + 1 + i) % all);
  return fields.find((field) => (view.fields[field]?.hut ?? -1) >= 0);
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
  if (me === undefined || view.players.length !== 2 || !view.hand) return undefined;
  const of = (material: Material): number => heldByOthers(view, material) ?? 0;
  return Object.fromEntries(materials.map((material) => [material, of(material)])) as Record<Material, number>;
}
