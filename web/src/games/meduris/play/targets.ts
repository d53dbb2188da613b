/** What can be pointed at on the board, and what the server's list of moves makes of it. Nothing here knows a rule. */
import type { Decision, Move } from '../../../lib/wire/game';
import { materials, type Material } from '../board/layout';

/** Something on the board that can be pointed at. */
export type Spot =
  | { is: 'field'; field: number }
  | { is: 'plateau'; material: Material }
  | { is: 'stock'; material: Material }
  | { is: 'worker'; material: Material; height: number };

/** A worker the reader has taken up. */
export interface Picked {
  material: Material;
  height: number;
}

/** The name of a spot; two spots are the same when their names are. */
export function keyOf(spot: Spot): string {
  switch (spot.is) {
    case 'field':
      return `field ${spot.field}`;
    case 'worker':
      return `worker ${spot.material} ${spot.height}`;
    default:
      return `${spot.is} ${spot.material}`;
  }
}

/** Tells a material by its name. */
export function isMaterial(value: unknown): value is Material {
  return materials.some((material) => material === value);
}

/**
 * Sorts the listed moves by the spot they are made at. A move of a worker is made in two steps: first at the worker, and once
 * that one is picked, at the plateau it goes to. What is asked about the druid's hut is asked at his field.
 */
export function targetsOf(
  decision: Decision | undefined,
  picked: Picked | null,
  druidField: number | undefined,
): ReadonlyMap<string, Move[]> {
  const found = new Map<string, Move[]>();
  for (const move of decision?.moves ?? []) {
    for (const spot of spotsOf(decision?.kind ?? '', move, picked, druidField)) {
      const key = keyOf(spot);
      found.set(key, [...(found.get(key) ?? []), move]);
    }
  }
  return found;
}

/** The listed move that gives a token of the reader's hand back. */
export function fromHand(decision: Decision, piece: string): Move | undefined {
  if (decision.kind !== 'lose_one' || !isMaterial(piece)) return undefined;
  return decision.moves.find(({ material }) => material === piece);
}

function spotsOf(kind: string, move: Move, picked: Picked | null, druidField: number | undefined): Spot[] {
  if (isMaterial(move.plateau)) return [{ is: 'plateau', material: move.plateau }];
  if ((kind === 'gain_one' || kind === 'lose_one') && isMaterial(move.material))
    return [{ is: 'stock', material: move.material }];
  if (move.do === 'yield' && isMaterial(move.from) && isMaterial(move.to) && typeof move.height === 'number') {
    const worker: Spot = { is: 'worker', material: move.from, height: move.height };
    const taken = picked && picked.material === move.from && picked.height === move.height;
    return taken ? [worker, { is: 'plateau', material: move.to }] : [worker];
  }
  if (kind === 'turn' && typeof move.field === 'number') return [{ is: 'field', field: move.field }];
  if (kind === 'offer' && druidField !== undefined) return [{ is: 'field', field: druidField }];
  return [];
}
