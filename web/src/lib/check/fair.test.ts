import { describe, expect, it } from 'vitest';
import { check } from './check';
import type { Entry } from './document';
import { below } from './pool';
import { exportOf, forged, recorded, withDigest } from './record-kit';

it('ignores the incomplete last run', () => {
  const n = (1n << 63n) + 1n;
  const given = [(1n << 64n) - 1n, n + 4n, 7n];
  expect(below(n, () => given.shift() ?? 0n)).toBe(7);
});

describe('a recorded game', () => {
  const doc = recorded('meduris');
  const entries = doc.entries;
  const whole = (changed: object = {}): string => withDigest({ ...doc, ...changed });

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
    ['unreadable', 'no document'],
    ['large', 'x'.repeat(4_000_001)],
    ['unreadable', '{}'],
    ['unreadable', '[1]'],
    ['unreadable', whole({ nemetonExport: 1 })],
    ['unreadable', whole({ nemetonExport: 3 })],
    ['document', whole().replace('"format":2', '"format":1')],
    ['unreadable', whole().slice(0, 1000)],
    ['document', whole({ signature: { key: 'x', note: 'y', more: 'z' } })],
    ['document', whole().replace('"nemetonExport":', '"NemetonExport":')],
    ['document', whole().replace('"createdAt":1800000000000', '"createdAt":18e11')],
    ['document', whole().replace('"draws":', '"\\u0064raws":[],"draws":')],
  ])('reports a wrong %s', async (expected, text) => {
    expect((await check(text)).wrong?.check).toBe(expected);
  });

  it.each([
    ['another table', { table: 'another' }, 'start'],
    ['older rules', { table: doc.table, rules: 0 }, 'version'],
    ['the table', { table: doc.table, rules: 1 }, undefined],
  ])('compares the record with %s', async (_, expected, wrong) => {
    expect((await check(whole(), expected)).wrong?.check).toBe(wrong);
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
  const doc = recorded('druids');
  const isRestored = ({ entry }: { entry: Entry }): boolean => entry.events[0]?.name === 'frame.restored';

  it('passes the check, with its restores counted', async () => {
    const restores = doc.entries.filter(isRestored).length;
    expect(restores).toBeGreaterThan(0);
    for (const text of [exportOf('druids'), forged(doc, () => undefined)]) {
      const found = await check(text);
      expect(found.wrong).toBeUndefined();
      expect(found.restores).toBe(restores);
    }
  });
});
