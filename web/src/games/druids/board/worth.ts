/** The score of a player as things are [D50, D51, D52, D53]. For previews only: the server counts. */
import type { View } from '../types.gen';

/** The points if the sun wins, and if the moon wins. */
export interface Worth {
  sun: number;
  moon: number;
}

const cults = ['sun', 'moon'] as const;
const [inside, outside, penalty, mistletoe, pair] = [20, 10, -20, 30, 20];
const values = [5, 10, 15];
const pairing = { sun: 'cauldron', moon: 'harp' };

/** The score of a seat with these cards. */
export function worthOf({ figures }: Pick<View, 'figures'>, seat: number, hand: readonly string[]): Worth {
  const own = figures.filter((one) => one.seat === seat);
  const fixed =
    own.filter(({ figure, at }) => figure === `druid-${seat}` && at === 'center').length * inside +
    own.filter(({ figure }) => figure === 'morrigan').length * penalty +
    (hand.includes('belladonna') ? penalty : 0);
  const [sun = 0, moon = 0] = cults.map(
    (cult) =>
      fixed +
      plants(hand, cult) +
      own
        .filter((one) => one.cult === cult)
        .map(({ at }) => (at === 'center' ? inside : outside))
        .reduce((sum, n) => sum + n, 0),
  );
  return { sun, moon };
}

/** The best value of the plants, potions and pairs of a cult. */
function plants(hand: readonly string[], cult: 'sun' | 'moon'): number {
  const count = (card: string): number => hand.filter((one) => one === card).length;
  const held = values.map((value) => count(`${cult}-${value}`));
  const most = Math.min(count('mistletoe'), ...held);
  let best = 0;
  for (let potions = 0; potions <= most; potions++) {
    const pairs = held.reduce((sum, n) => sum + Math.floor((n - potions) / 2), 0);
    best = Math.max(best, mistletoe * potions + pair * Math.min(pairs, count(pairing[cult])));
  }
  return best + values.reduce((sum, value, i) => sum + value * (held[i] ?? 0), 0);
}
