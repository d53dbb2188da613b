/** The mapping from legal moves to selectable spots. It has no rules. */
import type { Decision, JsonObject, Move } from '../../../lib/wire/game';
import { materials, type Material } from '../board/layout';

/** A spot of the board that moves can choose. */
export type ChoiceSpot =
  | { is: 'field'; field: number }
  | { is: 'plateau'; material: Material }
  | { is: 'stock'; material: Material }
  | { is: 'worker'; material: Material; height: number };

export type Spot =
  | ChoiceSpot
  | { is: 'rune'; region: number }
  | { is: 'screen' | 'score'; seat: number }
  | { is: 'druid' | 'path' | 'die' | 'river' | 'track' };

export interface Picked {
  material: Material;
  height: number;
}

export function keyOf(spot: Spot): string {
  switch (spot.is) {
    case 'field':
      return `field ${spot.field}`;
    case 'worker':
      return `worker ${spot.material} ${spot.height}`;
    case 'rune':
      return `rune ${spot.region}`;
    case 'screen':
    case 'score':
      return `${spot.is} ${spot.seat}`;
    case 'plateau':
    case 'stock':
      return `${spot.is} ${spot.material}`;
    default:
      return spot.is;
  }
}

export function isMaterial(value: unknown): value is Material {
  return materials.some((material) => material === value);
}

/** The targets without a decision: always the same map, so that nothing is drawn again. */
const none: ReadonlyMap<string, Move[]> = new Map();

/**
 * Groups the legal moves by spot. A worker moves in two steps: at the worker, then at the target plateau.
 * Moves about the druid's hut belong to his field.
 */
export function targetsOf(
  decision: Decision | undefined,
  picked: Picked | null,
  druidField: number | undefined,
): ReadonlyMap<string, Move[]> {
  if (!decision) return none;
  const found = new Map<string, Move[]>();
  for (const move of decision.moves) {
    for (const spot of spotsOf(decision.kind, move, picked, druidField)) {
      const key = keyOf(spot);
      found.set(key, [...(found.get(key) ?? []), move]);
    }
  }
  return found;
}

/** The legal move that returns a token of the hand. */
export function fromHand(decision: Decision, piece: string): Move | undefined {
  if (decision.kind !== 'lose_one' || !isMaterial(piece)) return undefined;
  return decision.moves.find(({ material }) => material === piece);
}

/** The spots of a move that the reader's decision does not offer. The one of a worker's move is its new plateau. */
export function refusedSpots(move: JsonObject): string[] {
  if (isMaterial(move.to)) return [keyOf({ is: 'plateau', material: move.to })];
  return ['turn', 'gain_one'].flatMap((kind) => spotsOf(kind, move, null, undefined)).map(keyOf);
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
