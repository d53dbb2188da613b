import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical';
import { check } from './check';
import { below, commitment, dice, hash, key, restoredKey } from './dice';
import { exportOf, recorded, root } from './record-kit';

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
  const doc = recorded('meduris');
  const entries = doc.entries;
  const whole = (changed: object = {}): string => {
    const bare = JSON.parse(JSON.stringify({ ...doc, ...changed })) as object; // without undefined members
    return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
  };

  it('passes the check', async () => {
    const found = await check(whole());
    expect(found.wrong).toBeUndefined();
    expect(found.entries).toBe(entries.length);
    expect(found.draws).toBeGreaterThan(50);
  });

  it('accepts the signature of a server, and covers it by the digest', async () => {
    const signed = whole({ signature: { key: 'nemeton/0+1+2', note: 'a note' } });
    expect((await check(signed)).wrong).toBeUndefined();
    expect((await check(signed.replace('a note', 'another'))).wrong?.check).toBe('digest');
  });

  it.each([
    ['digest', whole().replace('Bot 1', 'Bot 9')],
    ['chain', whole({ entries: entries.slice(1) })],
    ['chain', whole({ head: '0'.repeat(64) })],
    ['start', whole({ table: 'another' })],
    ['commitment', whole({ secret: '00'.repeat(32) })],
    ['start', whole({ options: { hints: 1 } })],
    ['start', whole({ contributions: [] })],
    ['unreadable', 'no document'],
    ['large', 'x'.repeat(4_000_001)],
    ['unreadable', '{}'],
    ['unreadable', '[1]'],
    ['document', whole({ nemetonExport: 2 })],
    ['unreadable', whole({ nemetonExport: 3 })],
    ['unreadable', whole().slice(0, 1000)],
    ['document', whole({ more: 1 })],
    ['document', whole({ head: undefined })],
    ['document', whole({ signature: { key: 'x', note: 'y', more: 'z' } })],
    ['document', whole().replace('"title":', '"title":"x","title":')],
    ['document', whole().replace('"outcome":', '"Outcome":')],
    ['document', whole().replace('"nemetonExport":', '"NemetonExport":')],
    ['document', whole().replace('"createdAt":1800000000000', '"createdAt":1800000000000.0')],
    ['document', whole().replace('"createdAt":1800000000000', '"createdAt":18e11')],
    ['document', whole().replace('"createdAt":1800000000000', '"createdAt":9007199254740993')],
    ['document', whole().replace('"entry":{', '"entry":{"more":1,')],
    ['document', whole().replace('"of":', '"of":6,"of":')],
    ['document', whole().replace('"draws":', '"\\u0064raws":[],"draws":')],
  ])('reports a wrong %s', async (expected, text) => {
    expect((await check(text)).wrong?.check).toBe(expected);
  });

  it.each([
    ['another table', { table: 'another' }, 'start'],
    ['older rules', { table: String(doc.table), rules: 0 }, 'version'],
    ['the table', { table: String(doc.table), rules: 1 }, undefined],
  ])('compares the record with %s', async (_, expected, wrong) => {
    expect((await check(whole(), expected)).wrong?.check).toBe(wrong);
  });

  it.each([[[-1, -1]], [[0, 0]], [[1, 0]], [[2, 1]]])('reports the rules versions %s', async (versions) => {
    let before = '0'.repeat(64);
    const forged = entries.map(({ entry }, at) => {
      const other = {
        ...entry,
        prev: before,
        rules: versions[Math.min(at, 1)],
      };
      before = hash(canonical(other));
      return { entry: other, hash: before };
    });
    expect((await check(whole({ entries: forged, head: before }))).wrong?.check).toBe('version');
  });

  it('reports a changed die even with a rebuilt hash chain', async () => {
    let before = '0'.repeat(64);
    const forged = entries.map(({ entry }) => {
      const draws = (entry as unknown as { draws: { what: string; of: number; is: number }[] }).draws;
      const other = { ...entry, prev: before, draws: draws.map((d) => ({ ...d, is: (d.is + 1) % d.of })) };
      before = hash(canonical(other));
      return { entry: other, hash: before };
    });
    expect((await check(whole({ entries: forged, head: before }))).wrong).toEqual({ check: 'draws', seq: 1 });
  });
});

describe('a real record of each title', () => {
  it.each(['meduris', 'druids', 'pangea'])('%s passes in any form', async (title) => {
    const text = exportOf(title);
    const found = await check(text);
    expect(found.wrong).toBeUndefined();
    expect(found.draws).toBeGreaterThan(20);
    for (const form of [
      JSON.stringify(JSON.parse(text), null, 2),
      JSON.stringify(shuffled(JSON.parse(text))),
      `\r\n\t${JSON.stringify(shuffled(JSON.parse(text)), null, '\t')}\n`,
      text.replaceAll('"draws"', '"\\u0064raws"'),
    ]) {
      expect(form).not.toBe(text);
      expect(await check(form)).toEqual(found);
    }
  });

  /** The value with the members of all objects in reverse order. */
  function shuffled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    );
  }
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

  it('passes the check, with its restores counted', async () => {
    const found = await check(text);
    expect(found.wrong).toBeUndefined();
    expect(found.restores).toBe(doc.entries.filter(({ entry }) => isRestored(entry)).length);
    expect(found.restores).toBeGreaterThan(1);
    expect((await check(forge(() => undefined))).wrong).toBeUndefined();
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
  ])('reports a restore that was %s', async (_, change) => {
    expect(['form', 'draws']).toContain((await check(forge(change))).wrong?.check);
  });
});
