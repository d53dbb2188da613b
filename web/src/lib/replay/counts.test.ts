import { expect, it } from 'vitest';
import type { TitleClient } from '../../games/contract';
import { countsIn, countsOf } from './counts';
import type { GameEvent } from '../wire/game';
import type { Moments } from './moments';

const gained = (seq: number, seat: number, points: number) => ({
  seq,
  events: points === 0 ? [] : [{ name: 'gained', data: { seat, points } }],
});
const lines = [gained(1, 0, 0), gained(2, 0, 3), gained(3, 1, 5), gained(4, 1, 0)];
const title = {
  texts: {},
  points: { list: 'players', member: 'points' },
  events: {
    scoreChanges: ({ data }: GameEvent) => [{ seat: Number(data.seat), points: Number(data.points), source: 'x' }],
  },
} as unknown as TitleClient;
const view = {
  players: [
    { seat: 0, points: 4 },
    { seat: 1, points: 5 },
  ],
};

it('counts points back from the last view, after each entry', () => {
  expect(countsOf(title, 2, lines, view)).toEqual([
    [1, 0],
    [4, 0],
    [4, 5],
    [4, 5],
  ]);
});

it('counts what the title counts in place of points', () => {
  const other = { ...title, events: { ...title.events, totals: () => [3, 6] } } as unknown as TitleClient;
  expect(countsOf(other, 2, lines, {}).at(-1)).toEqual([3, 6]);
});

it('counts nothing for a title without events, without points, or with a log that has gaps', () => {
  expect(countsOf({ texts: {} } as TitleClient, 2, lines, view)).toEqual([]);
  expect(countsOf(title, 2, lines, {})).toEqual([]);
  expect(countsOf(title, 2, lines.slice(1), view)).toEqual([[], [], []]);
});

it('takes the points of a record as they are, unless the title counts other things', async () => {
  const asked: number[] = [];
  const moments = {
    log: (since: number) => {
      asked.push(since);
      return Promise.resolve({ entries: lines, more: false });
    },
    snapshot: () => Promise.resolve({ message: { t: 'snapshot', view: { members: view } }, hands: [] }),
  } as unknown as Moments;
  const entry = { kind: 'move', seat: 0, actor: 'player', time: 0, events: [], owing: [] };
  const about = (scores: number[]) => ({
    seats: [0, 1].map((seat) => ({ seat, color: '' })),
    entries: [{ ...entry, scores }],
  });
  expect(await countsIn(moments, about([7, 8]), title)).toEqual([[7, 8]]);
  expect(asked).toEqual([]);
  expect((await countsIn(moments, about([]), title)).at(-1)).toEqual([4, 5]);
});
