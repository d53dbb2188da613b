import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8ToBytes, bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { canonical } from './canonical';
import { check } from './check';
import { authenticate, digest, hash, whole } from './digest';
import type { Document } from './document';
import { fingerprint } from './fingerprint';
import { commitmentTo, Pool } from './pool';
import { root } from './record-kit';
import { ShortHeads } from './short-head';

interface Vectors {
  setup: { text: string; hash: string };
  fingerprint: string;
  transcript: string;
  poolKey: string;
  entries: {
    text: string;
    hash: string;
    salt: string;
    head: string;
    transcript: string;
    key: string;
    draws: { number: number; of: number; is: number; blocks: number }[];
  }[];
  persons: { seat: number; holder: number; name: string; digest: string }[];
  document: Document;
}

interface Begun {
  contributions: string[];
  answers: { device: string; chain: string }[];
}

const vectors = JSON.parse(readFileSync(join(root, 'docs/fairness-vectors-2.json'), 'utf8')) as Vectors;
const { document: doc } = vectors;
const secret = hexToBytes(doc.secret);
const terms = { table: doc.table, title: doc.title, seats: doc.seats.length, options: doc.options };

describe('the worked examples of docs/fairness.md', () => {
  it('has the set-up digest, the commitment and its fingerprint', () => {
    expect(canonical({ title: terms.title, seats: terms.seats, options: terms.options })).toBe(vectors.setup.text);
    expect(bytesToHex(digest('nemeton 2 setup', vectors.setup.text))).toBe(vectors.setup.hash);
    expect(bytesToHex(commitmentTo(doc.secret, terms))).toBe(doc.commitment);
    expect(fingerprint(doc.commitment)).toBe(vectors.fingerprint);
  });

  it.each(vectors.entries.map((vector, at) => ({ ...vector, seq: at + 1 })))('entry $seq', (vector) => {
    const entry = doc.entries[vector.seq - 1]?.entry;
    expect(canonical(entry)).toBe(vector.text);
    expect(hash(vector.text)).toBe(vector.hash);
    expect(bytesToHex(authenticate(secret, 'nemeton 2 salt', doc.table, whole(vector.seq, 8)))).toBe(vector.salt);
    expect(new ShortHeads(doc).at(vector.seq)).toBe(vector.head);
    expect(bytesToHex(authenticate(hexToBytes(vectors.poolKey), 'nemeton 2 key', hexToBytes(vector.transcript)))).toBe(
      vector.key,
    );
  });

  it('draws the same, with each reveal and restore in its place', () => {
    const start = doc.entries[0]?.entry.events[0]?.data as unknown as Begun;
    const pool = new Pool(
      doc.secret,
      terms,
      start.answers.map((answer, seat) => ({ ...answer, contribution: start.contributions[seat] ?? '' })),
    );
    let drawn = 0;
    for (const [at, { text, draws }] of vectors.entries.entries()) {
      const entry = JSON.parse(text) as {
        seat: number;
        proof?: { index: number; reveal: string };
        events: { name: string; data: { entropy: string } }[];
      };
      if (entry.proof?.reveal) pool.reveal(entry.seat, entry.proof.index, entry.proof.reveal);
      expect(
        draws.map(({ of }) => pool.draw(of)),
        `entry ${at + 1}`,
      ).toEqual(draws.map(({ is }) => is));
      expect(draws.map(({ number }) => number)).toEqual(draws.map(() => ++drawn));
      for (const { name, data } of entry.events) if (name === 'frame.restored') pool.restore(data.entropy);
    }
    expect(vectors.entries.flatMap(({ draws }) => draws).some(({ blocks }) => blocks > 1)).toBe(true);
  });

  it.each(vectors.persons)('the digest of $name', ({ seat, holder, name, digest: want }) => {
    const salt = authenticate(secret, 'nemeton 2 name salt', doc.table, whole(seat, 1), whole(holder, 4));
    expect(bytesToHex(digest('nemeton 2 name', salt, utf8ToBytes(name)))).toBe(want);
  });

  it('passes the check of the browser', async () => {
    const found = await check(JSON.stringify(doc));
    expect(found.wrong).toBeUndefined();
    expect(found).toMatchObject({ entries: 12, draws: 14, restores: 1, bare: 5 });
    expect(found.seats?.map(({ reveals, voids }) => [reveals, voids])).toEqual([
      [3, 4],
      [1, 0],
      [0, 0],
    ]);
  });
});
