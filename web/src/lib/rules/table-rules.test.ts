// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { api } from '../net/api';
import { TableRules } from './table-rules.svelte';

const cause = (name: string, rule: string, when?: { member: string; value: string }) => ({ name, rule, ...when });
const causes = {
  events: [
    cause('offered', 'M33', { member: 'do', value: 'chip' }),
    cause('offered', 'M32'),
    cause('yielded', 'M20', { member: 'large', value: 'true' }),
  ],
  moves: [cause('turn', 'M21', { member: 'do', value: 'hut' }), cause('turn', 'M20')],
  scores: [cause('river', 'M35')],
};
const decision = { id: '7-1', seat: 0, kind: 'turn', moves: [] };

async function loaded(): Promise<TableRules> {
  vi.spyOn(api, 'causes').mockResolvedValue(causes);
  const rules = new TableRules('t');
  await rules.load('meduris');
  return rules;
}

describe('the rules of a table', () => {
  it('name the rule of the first cause that applies', async () => {
    const rules = await loaded();
    expect(rules.ofEvent({ name: 'offered', data: { do: 'chip' } })).toBe('M33');
    expect(rules.ofEvent({ name: 'offered', data: { do: 'both' } })).toBe('M32');
    expect(rules.ofEvent({ name: 'yielded', data: { large: true } })).toBe('M20');
    expect(rules.ofEvent({ name: 'yielded', data: { large: false } })).toBeUndefined();
    expect(rules.ofMove(decision, { do: 'hut' })).toBe('M21');
    expect(rules.ofDecision(decision)).toBe('M20');
    expect(rules.ofScore('river')).toBe('M35');
  });

  it('ask the server once for a decision why moves are refused, and fall back to the rule of the decision', async () => {
    const rules = await loaded();
    const refusals = [{ move: { do: 'temple', field: 3 }, rule: 'M25' }];
    const asked = vi.spyOn(api, 'ruledOut').mockResolvedValue({ decision: '7-1', refusals });
    expect(await rules.refusing(decision, ({ field }) => field === 3)).toBe('M25');
    expect(await rules.refusing(decision, ({ field }) => field === 4)).toBe('M20');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('know nothing without an answer of the server, and still open', async () => {
    vi.spyOn(api, 'causes').mockRejectedValue(new Error('offline'));
    const rules = new TableRules('t');
    await rules.load('meduris');
    expect(rules.ofDecision(decision)).toBeUndefined();
    rules.show(rules.ofDecision(decision));
    expect(rules.sheet).toEqual({ rule: undefined });
  });
});
