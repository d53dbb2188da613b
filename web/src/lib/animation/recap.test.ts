import { describe, expect, it } from 'vitest';
import type { EntryEvents, GameEvent } from '../wire/game';
import { buildRecap, type RecapRules } from './recap';

const title: RecapRules = {
  recapSeat: ({ name, data }) => (name === 'built' ? Number(data.seat) : undefined),
  scoreChanges: ({ data }) =>
    'points' in data ? [{ seat: Number(data.seat), points: Number(data.points), source: '' }] : [],
};

function built(seat: number, points = 0): GameEvent {
  return { name: 'built', data: { seat, points } };
}

const lines: EntryEvents[] = [
  { seq: 1, events: [built(0)] },
  { seq: 2, events: [built(1, 2)] },
  { seq: 3, events: [{ name: 'asked', data: {} }] },
  { seq: 4, events: [{ name: 'visited', data: { seat: 0, points: -1 } }] },
  { seq: 5, events: [built(1, 3)] },
];

describe('the recap', () => {
  it('lists each player with points, the reader first', () => {
    expect(buildRecap(lines, 1, 3, 0, title)).toEqual([
      { seat: 0, events: [], points: -1 },
      { seat: 1, events: [built(1, 2), built(1, 3)], points: 5 },
    ]);
  });

  it('does not exist after a short absence', () => {
    expect(buildRecap(lines, 3, 3, 0, title)).toBeNull();
  });

  it('does not exist if only the reader moved', () => {
    expect(buildRecap(lines, 0, 3, 1, title)).not.toBeNull();
    const own = lines.map(({ seq }) => ({ seq, events: [built(2)] }));
    expect(buildRecap(own, 1, 3, 2, title)).toBeNull();
  });

  it('leaves out the moves of the reader, with their points, but not the moves of a bot for the reader', () => {
    const played = (by: string): EntryEvents[] => [
      { seq: 1, events: [{ name: by, data: { seat: 1 } }] },
      ...lines.map(({ seq, events }) => ({ seq: seq + 1, events })),
      { seq: 7, events: [built(0)] },
      { seq: 8, events: [{ name: 'visited', data: { seat: 1, points: 1 } }] },
    ];
    const others = { seat: 0, events: [built(0), built(0)], points: -1 };
    expect(buildRecap(played('frame.returned'), 1, 3, 1, title)).toEqual([{ seat: 1, events: [], points: 1 }, others]);
    expect(buildRecap(played('frame.taken_over'), 1, 3, 1, title)).toEqual([
      { seat: 1, events: [built(1, 2), built(1, 3)], points: 6 },
      others,
    ]);
  });

  it('does not count the moves of the reader', () => {
    expect(buildRecap(lines.slice(0, 4), 0, 3, 0, title)).toHaveLength(2);
    expect(buildRecap(lines.slice(0, 3), 0, 3, 0, title)).toBeNull();
  });

  it('waits for the older part of the log', () => {
    expect(buildRecap(lines.slice(3), 1, 3, 0, title)).toBeNull();
  });
});
