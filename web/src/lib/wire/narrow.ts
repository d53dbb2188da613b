/** A message that does not match the protocol. */
export class WireError extends Error {
  override name = 'WireError';
}

export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [key: string]: Json };

/** Narrows to an object; throws WireError with the expected path. */
export function object(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new WireError(`${what} is not an object`);
  return value;
}

/**
 * Narrows to an object with the members of T, a type generated from the server's. So a member that the server renames becomes a
 * compile error.
 */
export function members<T>(value: unknown, what: string): { [K in keyof T]?: Json } {
  return object(value, what) as { [K in keyof T]?: Json };
}

/** Reports whether a value is an object, not an array, scalar or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function string(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new WireError(`${what} is not a text`);
  return value;
}

export function integer(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new WireError(`${what} is not a whole number`);
  return value;
}

/** Narrows to a list and each of its items; absent and null become an empty list, because Go writes them so. */
export function list<T>(value: unknown, what: string, each: (value: unknown, what: string) => T): T[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new WireError(`${what} is not a list`);
  return value.map((item: unknown, i) => each(item, `${what}[${i}]`));
}
