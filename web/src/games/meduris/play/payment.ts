/**
 * Payment plans: composed at once, sent step by step. Only the legal moves of each step decide whether it is possible.
 * A plan without a legal step is discarded, and the reader is asked again.
 */
import type { Decision, Move } from '../../../lib/wire/game';
import { isObject, type Json } from '../../../lib/wire/narrow';
import { materials, type Material } from '../board/layout';
import { effectsOfMove } from '../../../lib/board/effects';
import { counts, materialOf, none, total, type Counts } from './counts';
import { isMaterial } from './targets';

/** A payment plan: the number of replaced units, the number of tokens that replace each kind, and these tokens. */
export interface Plan {
  units: Counts;
  needs: Counts;
  gives: Readonly<Record<Material, Counts>>;
}

/** Pays the exact tokens. */
export const exact: Plan = { units: none, needs: none, gives: { wood: none, wool: none, copper: none, stone: none } };

export function countsOf(value: Json | undefined): Counts {
  const from = isObject(value) ? value : {};
  return counts((material) => (typeof from[material] === 'number' ? from[material] : 0));
}

export function same(a: Counts, b: Counts): boolean {
  return materials.every((material) => a[material] === b[material]);
}

/** The legal move for the plan's next step, if any. */
export function stepOf(plan: Plan, decision: Decision): Move | undefined {
  return decision.moves.find((move) => {
    if (move.do === 'replace') return same(countsOf(move.units), plan.units);
    return move.do === 'give' && isMaterial(move.for) && same(countsOf(move.with), plan.gives[move.for]);
  });
}

/** The number of tokens that replace each kind, as the effects of the steps name it. */
export function needsOf(decision: Decision, units: Counts): Counts {
  const step =
    decision.moves.find((move) => move.do === 'replace' && same(countsOf(move.units), units)) ?? decision.moves[0];
  const named = effectsOfMove(decision, step).of('replace');
  return counts((kind) => {
    // A later step names the tokens themselves.
    if (step?.do === 'give' && step.for === kind) return total(countsOf(step.with));
    return named.find((effect) => materialOf(effect) === kind)?.whole('tokens') ?? 0;
  });
}

/** The legal numbers of replaced units. */
export function unitChoices(decision: Decision): Counts[] {
  return decision.moves.filter((move) => move.do === 'replace').map((move) => countsOf(move.units));
}

/** The choice with `by` more replaced units of a kind that is closest to the current one otherwise. */
export function shifted(choices: readonly Counts[], now: Counts, kind: Material, by: number): Counts | undefined {
  const far = (choice: Counts): number => materials.reduce((sum, m) => sum + Math.abs(choice[m] - now[m]), 0);
  return choices
    .filter((choice) => choice[kind] === now[kind] + by)
    .sort((a, b) => far(a) - far(b))
    .at(0);
}

/** The hand after the payment; a negative count means that the plan is impossible. */
export function leftOf(hand: Counts, due: Counts, plan: Plan): Counts {
  return counts((m) => hand[m] - spentOn(due, plan)[m]);
}

/** All tokens that a plan spends. */
export function spentOn(due: Counts, plan: Plan): Counts {
  return counts((m) => due[m] - plan.units[m] + materials.reduce((sum, kind) => sum + plan.gives[kind][m], 0));
}

/** The number of replacement tokens of a kind that are not chosen yet. */
export function missing(plan: Plan, kind: Material): number {
  return plan.needs[kind] - total(plan.gives[kind]);
}

export function complete(hand: Counts, due: Counts, plan: Plan): boolean {
  const left = leftOf(hand, due, plan);
  return materials.every((kind) => missing(plan, kind) === 0 && left[kind] >= 0);
}

/** Completes a plan: missing replacement tokens come from the largest counts of the hand. */
export function filled(hand: Counts, due: Counts, units: Counts, needs: Counts): Plan {
  let plan: Plan = { ...exact, units, needs };
  const kinds = materials.filter((kind) => units[kind] > 0);
  for (const kind of kinds) {
    while (missing(plan, kind) > 0) {
      const left = leftOf(hand, due, plan);
      // Tokens of the other replaced kind can only be used here, so they go first.
      const rank = (m: Material): number => left[m] + (kinds.includes(m) ? 100 : 0);
      const best = materials.filter((m) => m !== kind && left[m] > 0).sort((a, b) => rank(b) - rank(a))[0];
      if (best === undefined) return plan;
      plan = given(plan, kind, best, 1);
    }
  }
  return plan;
}

export function given(plan: Plan, kind: Material, token: Material, by: number): Plan {
  const gives = { ...plan.gives[kind], [token]: plan.gives[kind][token] + by };
  return { ...plan, gives: { ...plan.gives, [kind]: gives } };
}
