import { describe, expect, it } from 'vitest';
import { finale as endOf } from '../../../lib/animation/ending';
import { ledger } from '../../../lib/animation/score-history';
import { missed } from '../../../lib/animation/recap';
import { entries, type Recording } from '../../../lib/animation/recording';
import { finale, gains, recap } from './event-roles';
import four from './fixtures/game-4.json';
import five from './fixtures/game-5.json';
import { parts } from './score-parts';
import { typed } from './events';

describe.each([
  ['four', four],
  ['five', five],
])('the points of a recorded game of %s', (_, recording) => {
  const told = entries(recording as unknown as Recording);
  const totals = typed(told.at(-1)?.after ?? {}).scoring?.map(({ total }) => total) ?? [];

  it('are explained by the valuation, kind by kind', () => {
    const found = ledger(told, gains, totals);
    expect(totals.length).toBeGreaterThan(3);
    expect(found?.steps[0]?.points).toEqual(totals.map(() => 0));
    expect(found?.steps.at(-1)?.points).toEqual(totals);
    for (const { source } of found?.sources ?? []) expect(parts).toContain(source);
  });

  it('end with the vote, everyone’s voice, the hands and the valuation', () => {
    const names = endOf(told, finale).map(({ name }) => name);
    expect(names[0]).toBe('vote_began');
    expect(names.slice(-4)).toEqual(['vote_decided', 'hands_shown', 'valued', 'game_ended']);
    expect(names.filter((name) => name === 'figures_voted').length).toBeGreaterThanOrEqual(totals.length);
  });

  it('tells one who was away what each has done', () => {
    const since = Math.floor(told.length / 2);
    const lines = missed(told, since, totals.length, 0, { gains, recap });
    expect(lines?.map(({ seat }) => seat)).toContain(1);
    expect(lines?.[0]?.seat).toBe(0);
  });
});
