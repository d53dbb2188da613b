import { describe, expect, it } from 'vitest';
import { endingSteps as endOf } from '../../../lib/animation/ending';
import { scoreHistory } from '../../../lib/animation/score-history';
import { buildRecap } from '../../../lib/animation/recap';
import { endingRole, scoreChanges, recapSeat, totals } from './event-roles';
import { games } from './fixtures/games';
import { guard } from '../guard';

describe.each(games)('the amulets and goods of %s', (_, changes) => {
  const last = totals(changes.at(-1)?.after ?? {});

  it('come from the events at every step of the game', () => {
    for (const [i, { seq, after }] of changes.entries()) {
      const found = scoreHistory(changes.slice(0, i + 1), scoreChanges, totals(after));
      const points = totals(after).map(() => 0);
      expect({ seq, start: found?.steps[0]?.points }).toEqual({ seq, start: points });
      expect({ seq, now: found?.steps.at(-1)?.points }).toEqual({ seq, now: totals(after) });
    }
  });

  it('have the amulets of the towers as sources', () => {
    const sources = scoreHistory(changes, scoreChanges, last)?.sources ?? [];
    const players = guard.requireView(changes.at(-1)?.after ?? {}).players;
    for (const { seat, amulets } of players) {
      expect(
        sources
          .filter(({ points }) => points[seat] === 1)
          .map(({ source }) => source)
          .sort(),
      ).toEqual([...amulets].sort());
    }
  });

  it('end with the last round, step by step', () => {
    const names = endOf(changes, endingRole).map(({ name }) => name);
    expect(['last_round_announced', 'turn_began']).toContain(names[0]);
    expect(names.at(-1)).toBe('game_ended');
    expect(names).toContain('goods_produced');
  });

  it('list the moves of each player in the recap', () => {
    const since = Math.floor(changes.length / 2);
    const lines = buildRecap(changes, since, last.length, undefined, { scoreChanges, recapSeat });
    expect(lines?.map(({ seat }) => seat)).toEqual(last.map((_, seat) => seat));
    for (const { events } of lines ?? []) expect(events.length).toBeGreaterThan(0);
  });
});
