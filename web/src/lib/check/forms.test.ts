import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical';
import { check } from './check';
import { authenticate, hash, whole } from './digest';
import { root } from './record-kit';

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/** A record with edits and computed hashes, and the check that refuses it. A test of engine/export checks the same cases. */
interface Case {
  name: string;
  base: string;
  edits: { path: (string | number)[]; set?: Value; insert?: Value; remove?: boolean }[];
  text?: [string, string];
  check: string;
  seq: number;
}

const testdata = join(root, 'engine/export/testdata');
const packed = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(join(testdata, name))).toString());
const bases = packed('clock-forgeries.json.gz') as { name: string; seq: number; record: Value }[];

function edit(value: Value, path: (string | number)[], { set, insert, remove }: Case['edits'][number]): Value {
  const [at, ...rest] = path;
  if (at === undefined) return set ?? null;
  if (Array.isArray(value)) {
    const index = Number(at);
    if (rest.length === 0 && insert !== undefined) return value.toSpliced(index, 0, structuredClone(insert));
    if (rest.length === 0 && remove) return value.toSpliced(index, 1);
    return value.with(index, edit(value[index] ?? null, rest, { path, set, insert, remove } as Case['edits'][number]));
  }
  const members = { ...(value as Record<string, Value>) };
  if (rest.length === 0 && remove) return Object.fromEntries(Object.entries(members).filter(([name]) => name !== at));
  members[at] = edit(members[at] ?? null, rest, { path, set, insert, remove } as Case['edits'][number]);
  return members;
}

/** Returns the hash of a value; undefined if it has no canonical form. */
function hashOf(value: unknown): string | undefined {
  try {
    return hash(canonical(value));
  } catch {
    return undefined;
  }
}

/** Computes salts, hashes and digest anew, as a forger can. */
function sealed(doc: Record<string, Value>): string {
  const { secret, table, entries } = doc;
  const key = typeof secret === 'string' && /^[0-9a-f]{64}$/.test(secret) ? hexToBytes(secret) : new Uint8Array(32);
  let head = '0'.repeat(64);
  for (const [at, each] of (Array.isArray(entries) ? entries : []).entries()) {
    const hashed = each as { entry?: Record<string, Value>; hash?: string } | null;
    const entry = hashed?.entry;
    if (!hashed || typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    Object.assign(entry, { seq: at + 1, prev: head });
    if ('salt' in entry)
      entry.salt = bytesToHex(
        authenticate(key, 'nemeton 2 salt', typeof table === 'string' ? table : '', whole(at + 1, 8)),
      );
    const own = hashOf(entry);
    if (own !== undefined) hashed.hash = head = own;
  }
  const bare: Record<string, Value> = { ...doc, head };
  delete bare.digest;
  return JSON.stringify({ ...bare, digest: hashOf(bare) ?? '' });
}

function recordOf({ base, edits, text }: Case): string {
  const from = bases.find(({ name, seq }) => name === base && seq === 0)?.record ?? null;
  const doc = edits.reduce((value, each) => edit(value, each.path, each), structuredClone(from));
  const record = canonicalOrder(sealed(doc as Record<string, Value>));
  if (text) expect(record).toContain(text[0]);
  return text ? record.replace(text[0], () => text[1]) : record;
}

/** Sorts the members, so that an edit of the text finds the same place in both tests. */
function canonicalOrder(text: string): string {
  try {
    return canonical(JSON.parse(text));
  } catch {
    return text;
  }
}

describe('the table of cases', () => {
  const cases = JSON.parse(readFileSync(join(testdata, 'forms.json'), 'utf8')) as Case[];
  it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const { wrong } = await check(recordOf(each));
    expect(each.check.split('|')).toContain(wrong?.check ?? '');
    if (wrong?.check === 'form') expect(wrong.seq ?? 0).toBe(each.seq);
  });
});

it('accepts and refuses the same random changes as nemeton verify', async () => {
  const differing: unknown[] = [];
  for (const each of packed('form-mutations.json.gz') as Case[]) {
    const { wrong } = await check(recordOf(each));
    if ((wrong === undefined) !== (each.check === '')) differing.push({ each, wrong });
  }
  expect(differing).toEqual([]);
});
