import { describe, expect, it } from 'vitest';
import type { Decision, JsonObject } from '../../../lib/wire/game';
import { chosen, exact, planOf, replacements, shifted, stepOf } from './payment';
import { none } from './counts';

const due = { ...none, wood: 2, stone: 2 };
const replace = (wood: number, stone: number): JsonObject => ({
  do: 'replace',
  goal: { do: 'hut', field: 3, material: 'none' },
  due,
  units: { ...none, wood, stone },
});
const first: Decision = {
  ...{ id: '1', seat: 0, kind: 'pay' },
  moves: [replace(0, 0), replace(1, 0), replace(1, 1)],
  effects: [
    [],
    [
      { kind: 'replace', material: 0, tokens: 3 },
      { kind: 'example', material: 0, ...none, wool: 1, copper: 2 },
      { kind: 'paid', wood: 1, wool: 1, copper: 2, stone: 2 },
      { kind: 'kept', wood: 4, wool: 1, copper: 2, stone: 0 },
    ],
    [],
  ],
};

describe('a payment plan', () => {
  it('takes only legal steps', () => {
    expect(stepOf(exact, first)).toBe(first.moves[0]);
    expect(stepOf({ ...exact, units: { ...none, stone: 1 } }, first)).toBeUndefined();
  });

  it('uses its tokens at the step that asks for them', () => {
    const give = (wool: number, copper: number): JsonObject => ({
      do: 'give',
      for: 'wood',
      with: { ...none, wool, copper },
    });
    const second: Decision = { id: '2', seat: 0, kind: 'pay', moves: [give(3, 0), give(2, 1)] };
    const plan = { units: { ...none, wood: 1 }, gives: { ...exact.gives, wood: { ...none, wool: 2, copper: 1 } } };
    expect(stepOf(plan, second)).toBe(second.moves[1]);
    expect(stepOf(exact, second)).toBeUndefined();
    expect(shifted(second.moves, 'with', { ...none, wool: 3 }, 'copper', 1)).toBe(second.moves[1]);
  });

  it('changes the units only to legal numbers', () => {
    const choices = replacements(first);
    expect(choices).toEqual(first.moves.slice(1));
    expect(shifted(choices, 'units', none, 'wood', 1)).toBe(first.moves[1]);
    expect(shifted(choices, 'units', none, 'stone', 1)).toBe(first.moves[2]);
    expect(shifted(choices, 'units', { ...none, wood: 1 }, 'wood', 1)).toBeUndefined();
  });

  it('begins with the tokens that the server names', () => {
    const plan = planOf(first, first.moves[1]);
    expect(plan.gives.wood).toEqual({ ...none, wool: 1, copper: 2 });
    expect(plan.paid).toEqual({ wood: 1, wool: 1, copper: 2, stone: 2 });
    expect(plan.kept).toEqual({ wood: 4, wool: 1, copper: 2, stone: 0 });
    expect(stepOf(plan, first)).toBe(first.moves[1]);
  });

  it('misses a token that the reader took back until another one is chosen', () => {
    const less = chosen(planOf(first, first.moves[1]), 'wood', 'copper', -1);
    expect(less.missing.wood).toBe(1);
    expect(less.kept.copper).toBe(3);
    const other = chosen(less, 'wood', 'wool', 1);
    expect(other.missing.wood).toBe(0);
    expect(other.gives.wood).toEqual({ ...none, wool: 2, copper: 1 });
    expect(other.paid).toEqual({ wood: 1, wool: 2, copper: 1, stone: 2 });
    expect(other.kept.wool).toBe(0);
  });
});
