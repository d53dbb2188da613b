import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { check } from './check';
import { clocks } from './clocks';
import type { Document, Entry } from './document';
import { seal } from './pool-record-kit';
import { root } from './record-kit';
import { Slices } from './slices';
import { nothingFound } from './steps';

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
  .flatMap((name) =>
    gunzipSync(readFileSync(join(corpus, name)))
      .toString()
      .trim()
      .split('\n'),
  )
  .map((line) => JSON.parse(line) as RecordedGame);

describe('a recorded game with clocks', () => {
  const sealed = (doc: RecordedGame): string => seal({ ...doc, entries: doc.entries.map((entry) => ({ entry })) });

  it.each(games.map((game) => [game.table, game] as const))('%s holds', async (_, game) => {
    expect((await check(sealed(game))).wrong).toBeUndefined();
  });
});

/** A random game of engine, of a title with one seat at a time or with several, and with all acts on clocks. */
interface Walk {
  options: Record<string, number>;
  seats: number;
  entries: Entry[];
  /** The time at which a clock reached zero, by the entry of its time-out. */
  zeros: Record<string, number>;
}

const walks = JSON.parse(read('engine/testdata/clock-walks.json.gz')) as Walk[];

/** Checks the clocks of a random game alone. */
const clocksOf = ({ options, seats, entries }: Walk): ReturnType<typeof clocks> => {
  const doc = {
    options,
    seats: Array.from({ length: seats }, (_, seat) => ({ seat })),
    entries: entries.map((entry) => ({ entry })),
  } as unknown as Document;
  return Promise.resolve(clocks({ doc, expected: undefined, found: nothingFound(), slices: new Slices() }));
};

describe('a random game with clocks', () => {
  it('holds', async () => {
    for (const walk of walks) expect(await clocksOf(walk)).toBeUndefined();
  });

  // The others come after take-backs, or their seats gave no answer any more: then only the rules decide who had to move.
  it('is refused in most cases if a time-out came a millisecond early', async () => {
    const found = { early: 0, refused: 0 };
    for (const walk of walks)
      for (const [seq, zero] of Object.entries(walk.zeros)) {
        const at = Number(seq) - 1;
        const [before, entry] = [walk.entries[at - 1], walk.entries[at]];
        if (!before || !entry || before.time >= zero) continue;
        const entries = walk.entries.with(at, { ...entry, time: zero - 1 });
        found.early++;
        if ((await clocksOf({ ...walk, entries }))?.seq === entry.seq) found.refused++;
      }
    expect(found).toEqual({ early: 85, refused: 76 });
  });
});
