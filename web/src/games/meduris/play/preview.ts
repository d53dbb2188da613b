/**
 * What a move is likely to cost and bring, computed from the view for showing before the click. It is a preview and no more: the
 * server judges, and what can be done is in its list of moves alone.
 */
import type { Move } from '../../../lib/wire/game';
import { materials, type Material } from '../board/layout';
import { settlementAt } from '../board/view';
import type { View } from '../types.gen';
import { isMaterial } from './targets';

/** Numbers of tokens by material. */
export type Counts = Record<Material, number>;

/** No tokens. */
export const none: Readonly<Counts> = { wood: 0, wool: 0, copper: 0, stone: 0 };

/** What building on a field would cost and make. */
export interface BuildPreview {
  cost: Counts;
  /** What the reader's hand lacks of it. */
  lacks: Counts;
  /** A chip pays for it. */
  free: boolean;
  /** How many huts the settlement will have; 0 for a temple. */
  huts: number;
}

/** What a plateau would give a worker. */
export interface YieldPreview {
  seat: number;
  height: number;
  amount: number;
}

/** Counts a kind at a time. */
export function counts(of: (material: Material) => number): Counts {
  return { wood: of('wood'), wool: of('wool'), copper: of('copper'), stone: of('stone') };
}

/** All tokens of all kinds. */
export function total(of: Counts): number {
  return materials.reduce((sum, material) => sum + of[material], 0);
}

/** The cost and effect of a hut or temple on a field. */
export function previewBuild(view: View, what: 'hut' | 'temple', field: number): BuildPreview {
  const at = view.fields[field];
  const huts = what === 'hut' ? joinedAt(view, field) : 0;
  const free = what === 'hut' && at?.chip === 'free';
  const units = free ? 0 : Math.max(1, huts);
  const cost = counts((material) => (at?.materials.includes(material) ? units : 0));
  return { cost, lacks: lacking(view, cost), free, huts };
}

/** What a hand lacks of a cost; nothing where the hand is not known. */
export function lacking(view: View, cost: Counts): Counts {
  const { hand } = view;
  return counts((material) => (hand ? Math.max(0, cost[material] - hand[material]) : 0));
}

/** Tells whether the reader's hand holds the very tokens of a cost. */
export function holds(view: View, cost: Counts): boolean {
  return view.hand !== undefined && total(lacking(view, cost)) === 0;
}

/** What a worker's move makes the plateau give, the top worker first; a short stock gives what is left. */
export function previewYield(view: View, move: Move): YieldPreview[] {
  const { from, to, height } = move;
  if (!isMaterial(from) || !isMaterial(to) || typeof height !== 'number') return [];
  const mover = view.plateaus[from][height - 1];
  if (mover === undefined) return [];
  let left = view.stock[to];
  return [...view.plateaus[to], mover]
    .map((seat, i) => ({ seat, height: i + 1 }))
    .reverse()
    .map((worker) => {
      const amount = Math.min(worker.height, left);
      left -= amount;
      return { ...worker, amount };
    });
}

/** The huts of the settlement that a hut on a field would belong to. */
function joinedAt(view: View, field: number): number {
  const fields = view.fields.map((one, i) => (i === field ? { ...one, hut: 0 } : one));
  return settlementAt({ ...view, fields }, field);
}
