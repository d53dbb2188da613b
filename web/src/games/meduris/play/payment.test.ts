import { describe, expect, it } from 'vitest';
import type { Decision, JsonObject } from '../../../lib/wire/game';
import {
  complete,
  exact,
  filled,
  given,
  leftOf,
  missing,
  needsOf,
  shifted,
  spentOn,
  stepOf,
  unitChoices,
} from './payment';
import { none } from './counts';

const due = { ...none, wood: 2, stone: 2 };
const replace = (wood: number, stone: number): JsonObject => ({
  do: 'replace',
  goal: { do: 'hut', field: 3, material: 'none' },
  due,
  units: { ...none, wood, stone },
});
const first: Decision = { id: '1', seat: 0, kind: 'pay', moves: [replace(0, 0), replace(1, 0), replace(1, 1)] };

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
    const plan = {
      units: { ...none, wood: 1 },
      needs: { ...none, wood: 3 },
      gives: { ...exact.gives, wood: { ...none, wool: 2, copper: 1 } },
    };
    expect(stepOf(plan, second)).toBe(second.moves[1]);
    expect(stepOf(exact, second)).toBeUndefined();
  });

  it('changes the units only to legal numbers', () => {
    const choices = unitChoices(first);
    expect(shifted(choices, none, 'wood', 1)).toEqual({ ...none, wood: 1 });
    expect(shifted(choices, none, 'stone', 1)).toEqual({ ...none, wood: 1, stone: 1 });
    expect(shifted(choices, { ...none, wood: 1 }, 'wood', 1)).toBeUndefined();
  });

  it('fills up with the most frequent tokens, never with the replaced kind', () => {
    const hand = { wood: 5, wool: 2, copper: 4, stone: 2 };
    const plan = filled(hand, due, { ...none, wood: 1 }, { ...none, wood: 3 });
    expect(plan.gives.wood).toEqual({ ...none, wool: 1, copper: 2 });
    expect(complete(hand, due, plan)).toBe(true);
    expect(spentOn(due, plan)).toEqual({ wood: 1, wool: 1, copper: 2, stone: 2 });
    expect(leftOf(hand, due, plan)).toEqual({ wood: 4, wool: 1, copper: 2, stone: 0 });
  });

  it('takes the number of replacement tokens from the effects, and at a later step from its tokens', () => {
    const named = [[], [{ kind: 'replace', material: 0, tokens: 3 }], [{ kind: 'replace', material: 3, tokens: 6 }]];
    expect(needsOf({ ...first, effects: named }, { ...none, wood: 1 })).toEqual({ ...none, wood: 3 });
    const give = { do: 'give', for: 'wood', with: { ...none, wool: 2, copper: 1 } };
    const later: Decision = { id: '2', seat: 0, kind: 'pay', moves: [give], effects: [named[2] ?? []] };
    expect(needsOf(later, { ...none, wood: 1, stone: 2 })).toEqual({ ...none, wood: 3, stone: 6 });
  });

  it('is incomplete while tokens are unnamed or missing in the hand', () => {
    const hand = { wood: 1, wool: 3, copper: 0, stone: 2 };
    const plan = filled(hand, due, { ...none, wood: 1 }, { ...none, wood: 3 });
    expect(complete(hand, due, plan)).toBe(true);
    const less = given(plan, 'wood', 'wool', -1);
    expect(missing(less, 'wood')).toBe(1);
    expect(complete(hand, due, less)).toBe(false);
    expect(complete(hand, due, given(less, 'wood', 'copper', 1))).toBe(false);
  });
});
