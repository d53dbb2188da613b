import { describe, expect, it } from 'vitest';
import { endingSteps as endOf } from '../../../lib/animation/ending';
import { scoreHistory } from '../../../lib/animation/score-history';
import { buildRecap } from '../../../lib/animation/recap';
import { entryChanges } from '../../../lib/animation/recording';
import { endingRole, scoreChanges, recapSeat } from './event-roles';
import four from './fixtures/game-4.json';
import five from './fixtures/game-5.json';
import { parts } from './score-parts';
import { guard } from '../guard';

describe.each([
  ['four', four],
  ['five', five],
])('the points of a recorded game of %s', (_, recording) => {
  const changes = entryChanges(recording);
  const totals = guard.requireView(changes.at(-1)?.after ?? {}).scoring?.map(({ total }) => total) ?? [];

  it('come from the valuation, source by source', () => {
    const found = scoreHistory(changes, scoreChanges, totals);
    expect(totals.length).toBeGreaterThan(3);
    expect(found?.steps[0]?.points).toEqual(totals.map(() => 0));
    expect(found?.steps.at(-1)?.points).toEqual(totals);
    for (const { source } of found?.sources ?? []) expect(parts).toContain(source);
  });

  it('end with the vote, all votes, the hands and the valuation', () => {
    const names = endOf(changes, endingRole).map(({ name }) => name);
    expect(names[0]).toBe('vote_began');
    expect(names.slice(-4)).toEqual(['vote_decided', 'hands_shown', 'valued', 'game_ended']);
    expect(names.filter((name) => name === 'figures_voted').length).toBeGreaterThanOrEqual(totals.length);
  });

  it('list the moves of each player in the recap', () => {
    const since = Math.floor(changes.length / 2);
    const lines = buildRecap(changes, since, totals.length, 0, { scoreChanges, recapSeat });
    expect(lines?.map(({ seat }) => seat)).toContain(1);
    expect(lines?.[0]?.seat).toBe(0);
  });
});
