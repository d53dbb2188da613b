import { expect, it } from 'vitest';
import type { EntryOutline } from '../engine/types.gen';
import { Outline } from './outline';

/** An entry of a seat's move, with the seconds since the first entry. */
const move = (seat: number, seconds: number, scores: number[], owing: number, ...events: string[]): EntryOutline => ({
  ...{ kind: 'move', seat, actor: 'player', time: seconds * 1000, events, owing: [owing], scores },
});
const outline = new Outline([
  {
    kind: 'start',
    seat: -1,
    actor: 'host',
    time: 0,
    events: ['frame.started', 'turn_began'],
    owing: [0],
    scores: [0, 0],
  },
  move(0, 5, [2, 0], 1, 'gained', 'turn_began'),
  move(1, 10, [2, 9], 0, 'turn_began'),
  move(0, 100, [2, 9], 0, 'vote_began'),
  move(0, 105, [6, 9], 1, 'turn_began'),
]);

it('finds turns, rounds and the decisions of a seat', () => {
  expect(outline.turns).toEqual([1, 2, 3, 5]);
  expect(outline.rounds).toEqual([1, 3]);
  expect(outline.decisionsOf(0)).toEqual([1, 3, 4]);
  expect(outline.decisionsOf(1)).toEqual([2]);
});

it('marks jumps of points, long thoughts and the events of the title', () => {
  const counts = [
    [0, 0],
    [2, 0],
    [2, 9],
    [2, 9],
    [6, 9],
  ];
  expect(outline.marks(['vote_began'], counts)).toEqual([
    { kind: 'points', seq: 2, seat: 0, points: 2 },
    { kind: 'points', seq: 3, seat: 1, points: 9 },
    { kind: 'event', seq: 4, name: 'vote_began' },
    { kind: 'thought', seq: 4, seat: 0, seconds: 90 },
    { kind: 'points', seq: 5, seat: 0, points: 4 },
  ]);
});

it('marks nothing in an empty game', () => {
  expect(new Outline([]).marks(['vote_began'], [])).toEqual([]);
});
