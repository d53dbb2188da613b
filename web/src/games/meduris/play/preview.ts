/** Previews of a move's cost and gain, computed from the view. They are for display only: the server's list of legal moves decides. */
import type { Move } from '../../../lib/wire/game';
import { materials, type Material } from '../board/layout';
import { settlementAt } from '../board/view';
import type { View } from '../types.gen';
import { isMaterial } from './targets';

/** Numbers of tokens by material. */
export type Counts = Record<Material, number>;

/** The number of tokens that replace one [M22]. */
export const price = 3;

/** No tokens. */
export const none: Readonly<Counts> = { wood: 0, wool: 0, copper: 0, stone: 0 };

/** The cost and effect of a building. */
interface BuildPreview {
  cost: Counts;
  /** The tokens that are missing in the reader's hand. */
  lacks: Counts;
  /** A chip pays the cost. */
  free: boolean;
  /** The size of the resulting settlement; 0 for a temple. */
  huts: number;
}

/** The yield of a plateau for one worker. */
interface YieldPreview {
  seat: number;
  height: number;
  amount: number;
}

/** Builds counts from a function. */
export function counts(of: (material: Material) => number): Counts {
  return { wood: of('wood'), wool: of('wool'), copper: of('copper'), stone: of('stone') };
}

/** The sum of all counts. */
export function total(of: Counts): number {
  return materials.reduce((sum, material) => sum + of[material], 0);
}

/** Previews a hut or temple on a field. */
export function previewBuild(view: View, what: 'hut' | 'temple', field: number): BuildPreview {
  const at = view.fields[field];
  const huts = what === 'hut' ? joinedAt(view, field) : 0;
  const free = what === 'hut' && at?.chip === 'free';
  const units = free ? 0 : Math.max(1, huts);
  const cost = counts((material) => (at?.materials.includes(material) ? units : 0));
  return { cost, lacks: lacking(view, cost), free, huts };
}

/** The missing tokens of a cost; nothing if the hand is unknown. */
export function lacking(view: View, cost: Counts): Counts {
  const { hand } = view;
  return counts((material) => (hand ? Math.max(0, cost[material] - hand[material]) : 0));
}

/** Reports whether the reader's hand has the exact tokens of a cost. */
export function holds(view: View, cost: Counts): boolean {
  return view.hand !== undefined && total(lacking(view, cost)) === 0;
}

/** The reader's hand after paying a cost, by kind; null if replacements leave a choice, or the hand is unknown. */
export function leftAfter(view: View, cost: Counts): Counts | null {
  const { hand } = view;
  return hand && holds(view, cost) ? counts((material) => hand[material] - cost[material]) : null;
}

/** The number of materials that the reader keeps if three others replace each missing one. */
export function keptAfter(view: View, cost: Counts): number {
  const lacks = total(lacking(view, cost));
  return view.hand ? total(view.hand) - total(cost) - (price - 1) * lacks : 0;
}

/** Previews the yield after a worker's move, the top worker first. A short stock gives less. */
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

/** The size of the settlement with a hut on this field. */
function joinedAt(view: View, field: number): number {
  const fields = view.fields.map((one, i) => (i === field ? { ...one, hut: 0 } : one));
  return settlementAt({ ...view, fields }, field);
}
