/**
 * Payment plans: composed at once, sent step by step. Only the legal moves of each step decide whether it is possible.
 * A plan without a legal step is discarded, and the reader is asked again.
 */
import type { Decision, Move } from '../../../lib/wire/game';
import { isObject, type Json } from '../../../lib/wire/narrow';
import { materials, type Material } from '../board/layout';
import { effectsOfMove } from '../../../lib/board/effects';
import { counts, countsOfEffect, materialOf, none, type Counts } from './counts';
import { isMaterial } from './targets';

/** The steps of a payment: the number of replaced units, and the tokens that replace each kind. */
export interface Plan {
  units: Counts;
  gives: Readonly<Record<Material, Counts>>;
}

/** A plan that the reader composes, with what the server names about it. */
export interface Composed extends Plan {
  /** All tokens of the payment, and the hand after it. */
  paid: Counts;
  kept: Counts;
  /** The replacement tokens of each kind that the reader took back. */
  missing: Counts;
}

/** Pays the exact tokens. */
export const exact: Plan = { units: none, gives: { wood: none, wool: none, copper: none, stone: none } };

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

/** The moves that replace units. The server lists the one with the fewest first. */
export function replacements({ moves }: Decision): Move[] {
  return moves.filter((move) => move.do === 'replace' && !same(countsOf(move.units), none));
}

/** The plan of a move that replaces units, with the tokens that the server names as an example. */
export function planOf(decision: Decision, move: Move | undefined): Composed {
  const named = effectsOfMove(decision, move);
  const gives = { ...exact.gives };
  for (const example of named.of('example')) gives[materialOf(example)] = countsOfEffect(example) ?? none;
  return {
    ...{ units: countsOf(move?.units), gives, missing: none },
    ...{ paid: countsOfEffect(named.first('paid')) ?? none, kept: countsOfEffect(named.first('kept')) ?? none },
  };
}

/** The plan with one replacement token of a kind more or less. */
export function chosen(plan: Composed, kind: Material, token: Material, by: 1 | -1): Composed {
  const more = (from: Counts, at: Material, n: number): Counts => ({ ...from, [at]: from[at] + n });
  return {
    ...plan,
    gives: { ...plan.gives, [kind]: more(plan.gives[kind], token, by) },
    paid: more(plan.paid, token, by),
    kept: more(plan.kept, token, -by),
    missing: more(plan.missing, kind, -by),
  };
}

/** The move with `by` more of a kind in the counts of its member that is closest to these counts otherwise. */
export function shifted(
  moves: readonly Move[],
  member: string,
  now: Counts,
  kind: Material,
  by: 1 | -1,
): Move | undefined {
  const far = (move: Move): number =>
    materials.reduce((sum, m) => sum + Math.abs(countsOf(move[member])[m] - now[m]), 0);
  return moves
    .filter((move) => countsOf(move[member])[kind] === now[kind] + by)
    .sort((a, b) => far(a) - far(b))
    .at(0);
}
