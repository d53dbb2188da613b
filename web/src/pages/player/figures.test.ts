import { describe, expect, test } from 'vitest';
import type { Figures } from '../../lib/wire/people';
import { byTitle } from './figures';

const row = (title: string, seats: number, numbers: Partial<Figures>): Figures => ({
  title,
  seats,
  bots: false,
  games: 1,
  wins: 0,
  scored: 0,
  points: 0,
  best: 0,
  ...numbers,
});

describe('the figures of a player', () => {
  test('are added up over games with people, the most played title first', () => {
    const two = row('a', 2, { games: 2, wins: 1, scored: 1, points: -5, best: -5 });
    const three = row('a', 3, { games: 3, wins: 2, scored: 0 });
    const bots = row('a', 2, { bots: true, games: 9, wins: 9, scored: 9, points: 90, best: 30 });
    const other = row('b', 2, { games: 20 });
    expect(byTitle([two, bots, three, other])).toEqual([
      { title: 'b', total: other, rows: [other] },
      { title: 'a', total: { games: 5, wins: 3, scored: 1, points: -5, best: -5 }, rows: [two, three, bots] },
    ]);
  });

  test('have no total if all games were against bots', () => {
    const bots = row('a', 2, { bots: true });
    expect(byTitle([bots])).toEqual([{ title: 'a', total: undefined, rows: [bots] }]);
  });
});
