import type { Shape } from '../../games/contract';
import { isObject, type Json, type JsonObject } from '../wire/narrow';

/** The forms of a value in the generic layout. */
type ValueLayout = 'hidden' | 'seat' | 'counts' | 'rows' | 'by-seat' | 'list' | 'object' | 'value';

/** The members that are seats in all titles. */
const seatNames = ['seat', 'seats', 'winners'];

/** Chooses the form of a value by its format, name and type. */
export function valueLayout(
  value: Json,
  path: readonly string[],
  shapes: Readonly<Record<string, Shape>>,
  isPiece: (name: string) => boolean,
): ValueLayout {
  const shape = shapeAt(path, shapes);
  if (shape) return shape;
  if (seatNames.includes(path.at(-1) ?? '') && (typeof value === 'number' || Array.isArray(value))) return 'seat';
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? 'rows' : 'list';
  if (!isObject(value)) return 'value';
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, n]) => isPiece(key) && typeof n === 'number') ? 'counts' : 'object';
}

function shapeAt(path: readonly string[], shapes: Readonly<Record<string, Shape>>): Shape | undefined {
  for (const [pattern, shape] of Object.entries(shapes)) {
    const steps = pattern.split('.');
    if (steps.length === path.length && steps.every((step, i) => step === '*' || step === path[i])) return shape;
  }
  return undefined;
}

/** The columns of a list of objects in order of first appearance; the seat comes first. */
export function columns(rows: readonly JsonObject[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return all.includes('seat') ? ['seat', ...all.filter((key) => key !== 'seat')] : all;
}
