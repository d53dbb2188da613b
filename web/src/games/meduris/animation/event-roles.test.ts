import { describe, expect, it } from 'vitest';
import { scoreHistory } from '../../../lib/animation/score-history';
import { buildRecap } from '../../../lib/animation/recap';
import { scoreChanges, recapSeat } from './event-roles';
import game from './fixtures/game-2.json';
import { entryChanges } from '../../../lib/animation/recording';
import { guard } from '../guard';

const changes = entryChanges(game);
const views = new Map(
  changes.map(({ seq, after }) => [seq, guard.requireView(after).players.map(({ points }) => points)]),
);

describe('the points of a recorded game', () => {
  it('come from its events, entry by entry', () => {
    const found = scoreHistory(changes, scoreChanges, views.get(changes.length) ?? []);
    expect(found?.steps[0]?.points).toEqual([5, 5]);
    for (const { seq, points } of found?.steps.slice(1) ?? [])
      expect({ seq, points }).toEqual({ seq, points: views.get(seq) });
  });

  it('come from the sources of the game', () => {
    const found = scoreHistory(changes, scoreChanges, views.get(changes.length) ?? []);
    expect(found?.sources.map(({ source }) => source).sort()).toEqual(
      ['start', 'chip', 'offering', 'river', 'rune', 'temple'].sort(),
    );
  });

  it('change in the recap as in the views', () => {
    const since = 60;
    const recap = buildRecap(changes, since, 2, undefined, { scoreChanges, recapSeat });
    const change = (seat: number): number => (views.get(changes.length)?.[seat] ?? 0) - (views.get(since)?.[seat] ?? 0);
    expect(recap?.map(({ seat, points }) => [seat, points])).toEqual([
      [0, change(0)],
      [1, change(1)],
    ]);
  });
});
