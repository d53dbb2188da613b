import type { Shape } from '../../games/contract';
import { isObject, type Json, type JsonObject } from '../wire/narrow';

/** How the generic layout shows a value. */
export type ValueLayout = 'hidden' | 'seat' | 'counts' | 'rows' | 'by-seat' | 'list' | 'object' | 'value';

/** Members that are seats in every title. */
const seatNames = ['seat', 'seats', 'winners'];

/** Decides the form of a value by its shape, its name and what it is. */
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

/** The columns of a table of objects, in the order they first appear; the seat comes first. */
export function columns(rows: readonly JsonObject[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return all.includes('seat') ? ['seat', ...all.filter((key) => key !== 'seat')] : all;
}
