import { expect, it } from 'vitest';
import { games } from '../animation/fixtures/games';
import { guard } from '../guard';
import { nextRank, ranks, readView } from './view';

const views = games.flatMap(([, entries]) => entries.flatMap(({ after }) => readView(after) ?? []));

it('knows the conditions of the ranks that the server counts', () => {
  let compared = 0;
  for (const { players } of views) {
    for (const { amulets, goods, missing } of players) {
      for (const [i, { amulets: lacks = 0, goods: poor = 0 }] of missing.entries()) {
        const rank = ranks[i];
        expect(Math.max(0, (rank?.amulets ?? 0) - amulets.length)).toBe(lacks);
        expect(Math.max(0, (rank?.goods ?? 0) - goods)).toBe(poor);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(100);
});

it('names the nearest rank above the one that is held', () => {
  const player = guard.requireView({ ...views.at(-1) }).players[0];
  if (!player) throw new Error('no player');
  const next = (rank: number, amulets: number, goods: number): number | undefined =>
    nextRank({ ...player, rank, amulets: Array.from({ length: amulets }, String), goods })?.rank;
  expect(next(0, 0, 0)).toBe(3);
  expect(next(0, 2, 15)).toBe(3);
  expect(next(0, 4, 0)).toBe(2);
  expect(next(3, 3, 20)).toBe(2);
  expect(next(2, 4, 10)).toBe(1);
  expect(next(1, 5, 0)).toBeUndefined();
});
