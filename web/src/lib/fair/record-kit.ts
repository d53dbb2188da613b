import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { canonical } from './canonical';
import { hash } from './dice';

/** The root folder of the repository, for tests. */
export const root = join(import.meta.dirname, '../../../..');

/** A finished game as an export states it, without the digest. */
type Game = { entries: { entry: Record<string, unknown>; hash: string }[] } & Record<string, unknown>;

/** The first recorded game of a title for two seats. The corpus stores entries without derived members. */
export function recorded(title: string): Game {
  const line = gunzipSync(readFileSync(join(root, `engine/corpus/testdata/${title}-2.jsonl.gz`)))
    .toString()
    .split('\n')[0];
  const kept = JSON.parse(line ?? '') as { entries: Record<string, unknown>[] } & Record<string, unknown>;
  let head = '0'.repeat(64);
  const entries = kept.entries.map((rest) => {
    const entry = { ...rest, prev: head };
    head = hash(canonical(entry));
    return { entry, hash: head };
  });
  return { ...kept, entries };
}

/** The export of a recorded game. */
export function exportOf(title: string): string {
  const bare = recorded(title);
  return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
}
