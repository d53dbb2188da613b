import { isObject, list, members, string, WireError, type Json, type JsonObject } from './narrow';

/** One operation of a patch (RFC 6902). The server sends no others. */
interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value: unknown;
}

/**
 * Applies a patch and returns the new value. The old one stays as it is, and the new one shares all parts with it that the patch does not
 * touch. Throws WireError if the patch does not fit.
 */
export function patched(value: Json, patch: unknown): Json {
  return list(patch, 'patch', (step, what) => members<Operation>(step, what)).reduce<Json>((now, step) => {
    const keys = string(step.path, 'patch.path').split('/').slice(1).map(unescaped);
    return changed(now, keys, string(step.op, 'patch.op'), step.value);
  }, value);
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function changed(value: Json, [key, ...rest]: readonly string[], op: string, to: Json | undefined): Json {
  if (key === undefined) return given(to);
  if (Array.isArray(value)) return changedList(value, key, rest, op, to);
  if (isObject(value)) return changedObject(value, key, rest, op, to);
  throw new WireError(`patch: ${key} is a member of no object`);
}

function changedObject(value: JsonObject, key: string, rest: readonly string[], op: string, to?: Json): JsonObject {
  const before = Object.hasOwn(value, key) ? value[key] : undefined;
  if (op === 'add' && rest.length === 0) return { ...value, [key]: given(to) };
  if (before === undefined) throw new WireError(`patch: ${key} does not exist`);
  if (op === 'remove' && rest.length === 0)
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return { ...value, [key]: changed(before, rest, op, to) };
}

function changedList(value: readonly Json[], key: string, rest: readonly string[], op: string, to?: Json): Json[] {
  const at = key === '-' ? value.length : Number(key);
  const before = value[at];
  if (op === 'add' && rest.length === 0 && at <= value.length) return value.toSpliced(at, 0, given(to));
  if (before === undefined) throw new WireError(`patch: ${key} does not exist`);
  if (op === 'remove' && rest.length === 0) return value.toSpliced(at, 1);
  return value.with(at, changed(before, rest, op, to));
}

function given(value: Json | undefined): Json {
  if (value === undefined) throw new WireError('patch: the value is absent');
  return value;
}

/** Returns a value that equals `after` and shares all equal parts with `before`. */
export function shared(before: Json | undefined, after: Json): Json {
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, i) => shared(before[i], item));
    return items.length === before.length && items.every((item, i) => item === before[i]) ? before : items;
  }
  if (isObject(before) && isObject(after)) {
    const all = Object.entries(after).map(([key, item]) => [key, shared(before[key], item)] as const);
    const same = all.length === Object.keys(before).length && all.every(([key, item]) => item === before[key]);
    return same ? before : Object.fromEntries(all);
  }
  return after;
}
