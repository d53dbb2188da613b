import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { canonical } from './canonical';
import { authenticate, hash, whole } from './digest';
import type { Entry } from './document';

/** The root folder of the repository, for tests. */
export const root = join(import.meta.dirname, '../../../..');

/** A finished game as an export states it, without the digest. */
export interface Game extends Record<string, unknown> {
  table: string;
  secret: string;
  seats: { name: string; color: string }[];
  entries: { entry: Entry; hash: string }[];
}

/** The first recorded game of a title for two seats. */
export const recorded = (title: string): Game => corpusGame(`pool-${title}-2`);

/** The first game of a file of the corpus, which stores entries without derived members. */
export function corpusGame(file: string): Game {
  const line = gunzipSync(readFileSync(join(root, `engine/corpus/testdata/${file}.jsonl.gz`)))
    .toString()
    .split('\n')[0];
  const kept = JSON.parse(line ?? '') as Omit<Game, 'entries'> & { entries: Omit<Entry, 'prev'>[] };
  let head = '0'.repeat(64);
  const entries = kept.entries.map((rest) => {
    const entry = { ...rest, prev: head };
    head = hash(canonical(entry));
    return { entry, hash: head };
  });
  return { ...kept, entries } as Game;
}

export const exportOf = (title: string): string => withDigest(recorded(title));

/** The text of a document with its digest. Undefined members are left out. */
export function withDigest(doc: object): string {
  const bare = JSON.parse(JSON.stringify(doc)) as object;
  return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
}

/**
 * Changes a game and computes all numbers, salts and hashes anew, as a forger does. The reveals stay, but no command is signed, because
 * nobody can make the signatures anew.
 */
export function forged(game: Game, change: (game: Game) => void): string {
  const doc = structuredClone(game);
  change(doc);
  let head = '0'.repeat(64);
  for (const [at, each] of doc.entries.entries()) {
    const { entry } = each;
    const seq = at + 1;
    const salt = bytesToHex(authenticate(hexToBytes(doc.secret), 'nemeton 2 salt', doc.table, whole(seq, 8)));
    Object.assign(entry, { seq, prev: head, salt });
    if (entry.proof?.reveal) Object.assign(entry.proof, { seq: 0, head: '', signature: '' });
    else delete entry.proof;
    head = each.hash = hash(canonical(entry));
  }
  return withDigest({ ...doc, head });
}
