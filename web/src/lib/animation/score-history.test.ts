import { describe, expect, it } from 'vitest';
import type { EntryEvents, GameEvent } from '../wire/game';
import { scoreHistory, type ScoreChange } from './score-history';

/** An entry with score changes: `[seat, points, source]`. */
function entry(seq: number, ...scoreChanges: [number, number, string][]): EntryEvents {
  return {
    seq,
    events: scoreChanges.map(([seat, points, source]) => ({ name: 'scored', data: { seat, points, source } })),
  };
}

function scoreChanges({ name, data }: GameEvent): ScoreChange[] {
  const { seat, points, source } = data;
  return name === 'scored' ? [{ seat: Number(seat), points: Number(points), source: String(source) }] : [];
}

const lines = [entry(1), entry(2, [0, 3, 'offering']), entry(3), entry(4, [1, -1, 'offering'], [0, 2, 'river'])];

describe('the score history', () => {
  it('has the initial points, and all points after each entry that changed some', () => {
    expect(scoreHistory(lines, scoreChanges, [10, 4])?.steps).toEqual([
      { seq: 0, points: [5, 5] },
      { seq: 2, points: [8, 5] },
      { seq: 4, points: [10, 4] },
    ]);
  });

  it('sums the points by source', () => {
    expect(scoreHistory(lines, scoreChanges, [10, 4])?.sources).toEqual([
      { source: 'start', points: [5, 5] },
      { source: 'offering', points: [3, -1] },
      { source: 'river', points: [2, 0] },
    ]);
  });

  it('does not count entries that were taken back', () => {
    const back: EntryEvents = { seq: 5, events: [{ name: 'frame.taken_back', data: { seat: 0, to: 3 } }] };
    expect(scoreHistory([...lines, back], scoreChanges, [8, 5])?.steps).toEqual([
      { seq: 0, points: [5, 5] },
      { seq: 2, points: [8, 5] },
    ]);
  });

  it('is undefined if a part of the log is missing', () => {
    expect(scoreHistory(lines.slice(1), scoreChanges, [10, 4])).toBeNull();
    expect(scoreHistory([], scoreChanges, [10, 4])).toBeNull();
  });
});
