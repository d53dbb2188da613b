import { describe, expect, it } from 'vitest';
import { check } from './check';
import type { Entry } from './document';
import { below } from './pool';
import { exportOf, forged, recorded, withDigest, type Game } from './record-kit';

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
    ['digest', whole().replace('Person 1', 'Person 9')],
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
    ['unreadable', whole({ nemetonExport: 1 })],
    ['unreadable', whole({ nemetonExport: 3 })],
    ['document', whole().replace('"format":2', '"format":1')],
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
    ['older rules', { table: doc.table, rules: 0 }, 'version'],
    ['the table', { table: doc.table, rules: 1 }, undefined],
  ])('compares the record with %s', async (_, expected, wrong) => {
    expect((await check(whole(), expected)).wrong?.check).toBe(wrong);
  });

  it.each([[[-1, -1]], [[0, 0]], [[1, 0]], [[2, 1]]])('reports the rules versions %s', async (versions) => {
    const text = forged(doc, (game) => {
      for (const [at, { entry }] of game.entries.entries()) entry.rules = versions[Math.min(at, 1)] ?? 0;
    });
    expect((await check(text)).wrong?.check).toBe('version');
  });

  it('reports a changed die even with a rebuilt hash chain', async () => {
    const text = forged(doc, (game) => {
      for (const { entry } of game.entries) for (const draw of entry.draws) draw.is = (draw.is + 1) % draw.of;
    });
    expect((await check(text)).wrong).toEqual({ check: 'draws', seq: 1 });
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

  const data = (list: Game['entries'], at: number): object => list[at]?.entry.events[0]?.data ?? {};
  it.each<[string, (list: Game['entries'], at: number) => void]>([
    ['removed', (list, at) => list.splice(at, 1)],
    ['moved to the start', (list, at) => list.splice(1, 0, ...list.splice(at, 1))],
    ['moved to the end', (list, at) => list.splice(-1, 0, ...list.splice(at, 1))],
    ['recorded twice', (list, at) => list.splice(at, 0, ...structuredClone(list.slice(at, at + 1)))],
    ['given other entropy', (list, at) => Object.assign(data(list, at), { entropy: 'ab'.repeat(32) })],
    ['given no entropy', (list, at) => Object.assign(data(list, at), { entropy: '' })],
    ['given entropy that is no text', (list, at) => Object.assign(data(list, at), { entropy: 5 })],
    ['recorded in a move', (list, at) => Object.assign(list[at]?.entry ?? {}, { kind: 'move' })],
    ['of an unknown version', (list, at) => Object.assign(list[at]?.entry.events[0] ?? {}, { version: 2 })],
  ])('reports a restore that was %s', async (_, change) => {
    const text = forged(doc, ({ entries }) => change(entries, entries.findIndex(isRestored)));
    expect(['form', 'draws']).toContain((await check(text)).wrong?.check);
  });
});
