import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical';
import { check } from './check';
import { below, commitment, dice, hash, key, restoredKey } from './dice';

const root = join(import.meta.dirname, '../../../..');

interface Vector {
  secret: string;
  commitment: string;
  contributions: string[];
  key: string;
  restores?: { entropy: string; key: string }[];
  entries: { seq: number; draws: { of: number; is: number }[] }[];
}

describe('the worked examples of docs/fairness.md', () => {
  const vectors = JSON.parse(readFileSync(join(root, 'docs/fairness-vectors.json'), 'utf8')) as Vector[];

  it.each(vectors)('key $key', (v) => {
    expect(commitment(v.secret)).toBe(v.commitment);
    let made = key(v.secret, v.contributions);
    expect(Buffer.from(made).toString('hex')).toBe(v.key);
    for (const restore of v.restores ?? []) {
      made = restoredKey(made, restore.entropy);
      expect(Buffer.from(made).toString('hex')).toBe(restore.key);
    }
    for (const { seq, draws } of v.entries) {
      const draw = dice(made, seq);
      expect(draws.map(({ of }) => draw(of))).toEqual(draws.map(({ is }) => is));
    }
  });
});

it('ignores the incomplete last run', () => {
  const n = (1n << 63n) + 1n;
  const given = [(1n << 64n) - 1n, n + 4n, 7n];
  expect(below(n, () => given.shift() ?? 0n)).toBe(7);
});

describe('a recorded game', () => {
  // The corpus stores entries without the previous hash, and the document without derived members.
  const line = gunzipSync(readFileSync(join(root, 'engine/corpus/testdata/meduris-2.jsonl.gz')))
    .toString()
    .split('\n')[0];
  const kept = JSON.parse(line ?? '') as { entries: Record<string, unknown>[] } & Record<string, unknown>;
  let head = '0'.repeat(64);
  const entries = kept.entries.map((rest) => {
    const entry = { ...rest, prev: head };
    head = hash(canonical(entry));
    return { entry, hash: head };
  });
  const doc = { ...kept, entries };
  const whole = (changed: object = {}): string => {
    const bare = { ...doc, ...changed };
    return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
  };

  it('passes the check', () => {
    const found = check(whole());
    expect(found.wrong).toBeUndefined();
    expect(found.entries).toBe(entries.length);
    expect(found.draws).toBeGreaterThan(50);
  });

  it.each([
    ['digest', whole().replace('Bot 1', 'Bot 9')],
    ['chain', whole({ entries: entries.slice(1) })],
    ['chain', whole({ head: '0'.repeat(64) })],
    ['start', whole({ table: 'another' })],
    ['commitment', whole({ secret: '00'.repeat(32) })],
    ['document', 'no document'],
    ['document', '{}'],
  ])('reports a wrong %s', (expected, text) => {
    expect(check(text).wrong?.check).toBe(expected);
  });

  it('reports a changed die even with a rebuilt hash chain', () => {
    let before = '0'.repeat(64);
    const forged = entries.map(({ entry }) => {
      const draws = (entry as unknown as { draws: { what: string; of: number; is: number }[] }).draws;
      const other = { ...entry, prev: before, draws: draws.map((d) => ({ ...d, is: (d.is + 1) % d.of })) };
      before = hash(canonical(other));
      return { entry: other, hash: before };
    });
    expect(check(whole({ entries: forged, head: before })).wrong).toEqual({ check: 'draws', seq: 1 });
  });
});

describe('the record of a restored table', () => {
  interface Entry {
    seq: number;
    kind: string;
    draws: unknown[];
    events: { name: string; version: number; data: Record<string, unknown> }[];
  }
  const text = gunzipSync(readFileSync(join(root, 'engine/export/testdata/restored.json.gz'))).toString();
  const doc = JSON.parse(text) as { entries: { entry: Entry }[]; digest?: string };
  const isRestored = ({ events }: Entry): boolean => events[0]?.name === 'frame.restored';

  /** The document with other entries, numbered and chained anew. */
  const forge = (change: (entries: Entry[], at: number) => void): string => {
    const list = structuredClone(doc.entries.map(({ entry }) => entry));
    change(list, list.findIndex(isRestored));
    let head = '0'.repeat(64);
    const entries = list.map((rest, i) => {
      const entry = { ...rest, seq: i + 1, prev: head };
      head = hash(canonical(entry));
      return { entry, hash: head };
    });
    const rest = Object.fromEntries(Object.entries(doc).filter(([name]) => name !== 'digest'));
    const bare = { ...rest, entries, head };
    return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
  };

  it('passes the check, with its restores counted', () => {
    const found = check(text);
    expect(found.wrong).toBeUndefined();
    expect(found.restores).toBe(doc.entries.filter(({ entry }) => isRestored(entry)).length);
    expect(found.restores).toBeGreaterThan(1);
    expect(check(forge(() => undefined)).wrong).toBeUndefined();
  });

  const data = (list: Entry[], at: number): Record<string, unknown> => list[at]?.events[0]?.data ?? {};
  it.each<[string, (list: Entry[], at: number) => void]>([
    ['removed', (list, at) => list.splice(at, 1)],
    ['moved to the start', (list, at) => list.splice(1, 0, ...list.splice(at, 1))],
    ['moved to the end', (list, at) => list.splice(-1, 0, ...list.splice(at, 1))],
    ['recorded twice', (list, at) => list.splice(at, 0, ...list.slice(at, at + 1))],
    ['given other entropy', (list, at) => Object.assign(data(list, at), { entropy: 'ab'.repeat(32) })],
    ['given no entropy', (list, at) => Object.assign(data(list, at), { entropy: '' })],
    ['given entropy that is no text', (list, at) => Object.assign(data(list, at), { entropy: 5 })],
    ['recorded in a move', (list, at) => Object.assign(list[at] ?? {}, { kind: 'move' })],
    ['of an unknown version', (list, at) => Object.assign(list[at]?.events[0] ?? {}, { version: 2 })],
  ])('reports a restore that was %s', (_, change) => {
    expect(check(forge(change)).wrong?.check).toBe('draws');
  });
});
