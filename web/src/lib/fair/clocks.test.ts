import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { check } from './check';
import { seal } from './pool-record-kit';
import { root } from './record-kit';

/** A record of the file that a test of engine/export writes and checks. */
interface Forgery {
  name: string;
  /** The entry that `nemeton verify` refuses; 0: the record is right. */
  seq: number;
  record: unknown;
}

const read = (path: string): string => gunzipSync(readFileSync(join(root, path))).toString();
const forgeries = JSON.parse(read('engine/export/testdata/clock-forgeries.json.gz')) as Forgery[];

describe('a forged record of a table with clocks', () => {
  it.each(forgeries.map(({ name, seq, record }) => [name, seq, record] as const))('%s', async (_, seq, record) => {
    const { wrong } = await check(JSON.stringify(record));
    expect(wrong).toEqual(seq === 0 ? undefined : { check: 'clocks', seq });
  });
});

/** A recorded game of engine/corpus, whose entries lack the hash of the entry before. */
type RecordedGame = Record<string, unknown> & { entries: Record<string, unknown>[]; table: string };

const corpus = join(root, 'engine/corpus/testdata');
const games = readdirSync(corpus)
  .filter((name) => name.startsWith('clocks-'))
  .flatMap((name) => gunzipSync(readFileSync(join(corpus, name))).toString().trim().split('\n'))
  .map((line) => JSON.parse(line) as RecordedGame);

describe('a recorded game with clocks', () => {
  const sealed = ({ digest: _, ...doc }: RecordedGame): string =>
    seal({ ...doc, entries: doc.entries.map((entry) => ({ entry })) });

  it.each(games.map((game) => [game.table, game] as const))('%s holds', async (_, game) => {
    expect((await check(sealed(game))).wrong).toBeUndefined();
  });
});
