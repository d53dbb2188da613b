/**
 * Plans of payment: composed whole in one panel, sent step by step. Whether a step is possible is told by the list of moves at
 * that step and by nothing else; a plan that is not in the list is given up, and the reader is asked again.
 */
import type { Decision, Move } from '../../../lib/wire/game';
import { isObject, type Json } from '../../../lib/wire/narrow';
import { materials, type Material } from '../board/layout';
import { counts, none, total, type Counts } from './preview';
import { isMaterial } from './targets';

/** How a payment is to be made: how many units are replaced, and by which tokens for each kind. */
export interface Plan {
  units: Counts;
  gives: Readonly<Record<Material, Counts>>;
}

/** Pays the very tokens that are asked for. */
export const exact: Plan = { units: none, gives: { wood: none, wool: none, copper: none, stone: none } };

/** How many tokens stand in for one. */
export const price = 3;

/** Reads counts of a move. */
export function countsOf(value: Json | undefined): Counts {
  const from = isObject(value) ? value : {};
  return counts((material) => (typeof from[material] === 'number' ? from[material] : 0));
}

/** Tells whether counts are the same. */
export function same(a: Counts, b: Counts): boolean {
  return materials.every((material) => a[material] === b[material]);
}

/** The listed move that takes the plan's next step, if the list has it. */
export function stepOf(plan: Plan, decision: Decision): Move | undefined {
  return decision.moves.find((move) => {
    if (move.do === 'replace') return same(countsOf(move.units), plan.units);
    return move.do === 'give' && isMaterial(move.for) && same(countsOf(move.with), plan.gives[move.for]);
  });
}

/** The numbers of replaced units that the list has. */
export function unitChoices(decision: Decision): Counts[] {
  return decision.moves.filter((move) => move.do === 'replace').map((move) => countsOf(move.units));
}

/** The choice whose replaced units of a kind are `by` more, as near as can be to the present one in the others. */
export function shifted(choices: readonly Counts[], now: Counts, kind: Material, by: number): Counts | undefined {
  const far = (choice: Counts): number => materials.reduce((sum, m) => sum + Math.abs(choice[m] - now[m]), 0);
  return choices
    .filter((choice) => choice[kind] === now[kind] + by)
    .sort((a, b) => far(a) - far(b))
    .at(0);
}

/** What stays in the hand once the plan is carried out; below 0 where it cannot be. */
export function leftOf(hand: Counts, due: Counts, plan: Plan): Counts {
  return counts((m) => hand[m] - spentOn(due, plan)[m]);
}

/** All tokens a plan gives away. */
export function spentOn(due: Counts, plan: Plan): Counts {
  return counts((m) => due[m] - plan.units[m] + materials.reduce((sum, kind) => sum + plan.gives[kind][m], 0));
}

/** How many tokens are still to be named to replace the units of a kind. */
export function missing(plan: Plan, kind: Material): number {
  return price * plan.units[kind] - total(plan.gives[kind]);
}

/** Tells whether nothing is left to compose. */
export function complete(hand: Counts, due: Counts, plan: Plan): boolean {
  const left = leftOf(hand, due, plan);
  return materials.every((kind) => missing(plan, kind) === 0 && left[kind] >= 0);
}

/** Fills a plan up: whatever is still to be named is taken from what the hand has most of. */
export function filled(hand: Counts, due: Counts, units: Counts): Plan {
  let plan: Plan = { ...exact, units };
  const kinds = materials.filter((kind) => units[kind] > 0);
  for (const kind of kinds) {
    while (missing(plan, kind) > 0) {
      const left = leftOf(hand, due, plan);
      // Tokens of the other replaced kind serve this one alone, so they go first.
      const rank = (m: Material): number => left[m] + (kinds.includes(m) ? 100 : 0);
      const best = materials.filter((m) => m !== kind && left[m] > 0).sort((a, b) => rank(b) - rank(a))[0];
      if (best === undefined) return plan;
      plan = given(plan, kind, best, 1);
    }
  }
  return plan;
}

/** The plan with more (or fewer) tokens of one kind in place of another. */
export function given(plan: Plan, kind: Material, token: Material, by: number): Plan {
  const gives = { ...plan.gives[kind], [token]: plan.gives[kind][token] + by };
  return { ...plan, gives: { ...plan.gives, [kind]: gives } };
}
