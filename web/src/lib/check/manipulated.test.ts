import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { canonical } from './canonical';
import { check } from './check';
import { authenticate, hash, whole } from './digest';
import { root } from './record-kit';

type Members = Record<string, unknown>;

/** A manipulated record as its difference from a base, and the verdict of `nemeton verify`. */
interface Case {
  name: string;
  base: string;
  verdict: 'holds' | 'wrong' | 'not_judged' | 'unreadable';
  check: string;
  seq: number;
  text?: { at: number; remove: number; insert: string };
  members?: Members;
  entries?: ([from: number, to: number] | Hashed)[];
}

interface Hashed {
  entry: Members;
  hash: string;
}

interface Table {
  bases: Record<string, Members>;
  cases: Case[];
}

const path = join(root, 'testkit/manipulated/testdata/manipulated.json.gz');
const table = JSON.parse(gunzipSync(readFileSync(path)).toString()) as Table;

/** Stands for a value that follows from the rest of the record. */
const derived = '#';

/** Puts `#` in place of the derived values of the entries of a base. */
function folded(entries: readonly Hashed[]): Hashed[] {
  const marks = { prev: derived, seq: derived, salt: derived };
  return entries.map(({ entry }) => ({ entry: { ...entry, ...marks }, hash: derived }));
}

function recordOf({ base, text, members = {}, entries = [] }: Case): string {
  const from = table.bases[base] ?? {};
  if (text) {
    const bytes = new TextEncoder().encode(canonical(from));
    const insert = new TextEncoder().encode(text.insert);
    const [start, end] = [bytes.subarray(0, text.at), bytes.subarray(text.at + text.remove)];
    return new TextDecoder().decode(new Uint8Array([...start, ...insert, ...end]));
  }
  const doc: Members = { ...from, head: derived, digest: derived, ...members };
  const old = folded(from.entries as Hashed[]);
  const list = entries
    .flatMap((each) => (Array.isArray(each) ? old.slice(...each) : [each]))
    .map((each) => structuredClone(each));
  const isSecret = /^[0-9a-f]{64}$/i.test(String(doc.secret));
  let head = '0'.repeat(64);
  for (const [at, each] of list.entries()) {
    const salt = isSecret
      ? bytesToHex(authenticate(hexToBytes(String(doc.secret)), 'nemeton 2 salt', String(doc.table), whole(at + 1, 8)))
      : derived;
    for (const [name, value] of Object.entries({ prev: head, seq: at + 1, salt }))
      if (each.entry[name] === derived) each.entry[name] = value;
    if (each.hash === derived) each.hash = hash(canonical(each.entry));
    head = each.hash;
  }
  doc.entries = list.length > 0 ? list : null;
  if (doc.head === derived) doc.head = head;
  const { digest, ...rest } = doc;
  return canonical({ ...rest, digest: digest === derived ? hash(canonical(rest)) : digest });
}

/** The version of the rules by which the bases were played, which is that of the program. */
const rules = Number((table.bases.plain?.entries as Hashed[])[0]?.entry.rules);

/** The checks that need the rules. */
const ofRules = ['rules', 'outcome', 'ending'];

/** The client reads the members of a record more strictly, and checks proofs before draws. So another check may be the first to refuse. */
const earlier: Record<string, string[]> = {
  ...{ digest: ['document'], chain: ['document'], start: ['document'], proofs: ['document'] },
  ...{ commitment: ['start'], version: ['commitment'], draws: ['proofs'] },
};

it.each(table.cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
  const { wrong } = await check(recordOf(each), { rules });
  if (each.verdict !== 'wrong' || ofRules.includes(each.check)) expect(wrong).toBeUndefined();
  else expect([each.check, ...(earlier[each.check] ?? [])]).toContain(wrong?.check);
});
