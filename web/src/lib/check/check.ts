import { canonical } from './canonical';
import { hash } from './digest';
import { readDocument, type Document } from './document';
import { form } from './form';
import { originOf } from './origin';
import { commitmentOfPool, drawsOfPool, names, salts, startedOf, startOfPool } from './pool-checks';
import { checkProofs } from './proof-checks';
import { ShortHeads } from './short-head';
import { Slices } from './slices';
import type { Checking, Expected, Step } from './checking';
import { nothingFound, type Found, type Unjudged, type Wrong } from './steps';

/** The maximum length of a record in characters. The longest real ones have about a tenth of that. */
const maxLength = 4_000_000;

/** The steps that a log passes which need not be complete. */
const stepsOfLog: readonly Step[] = [
  ...[chain, startOfPool, versions, form, commitmentOfPool, salts, names, origin, checkProofs, drawsOfPool],
];

const steps: readonly Step[] = [digest, ...stepsOfLog, heads];

/**
 * Checks a record: its chain, its commitment, its draws, and the reveals and signatures of the players. It does not judge the rules:
 * whether the moves were legal, and their events and the outcome follow from them. It works in slices, so that no record blocks the
 * page. Never rejects.
 */
export async function check(text: string, expected?: Expected): Promise<Found> {
  const found = nothingFound();
  const wrong = await firstFailure(text, expected, found).catch((): Wrong => ({ check: 'document' }));
  return wrong ? { ...found, wrong } : found;
}

/** Returns the reason for which a record cannot be judged as strictly as one of today, although its members may be right. */
function unjudged({ entries }: Document, rules: number | undefined): Unjudged | undefined {
  if (rules === undefined) return 'title';
  return entries.some(({ entry }) => entry.rules < rules) ? 'rules' : undefined;
}

async function firstFailure(text: string, expected: Expected | undefined, found: Found): Promise<Wrong | undefined> {
  if (text.length > maxLength) return { check: 'large' };
  const doc = readDocument(text);
  if (!doc) return { check: 'unreadable' };
  found.commitment = doc.commitment;
  found.contributions = doc.contributions;
  const now = { doc, expected, found, slices: new Slices() };
  for (const step of steps) {
    const wrong = await step(now);
    if (wrong) return wrong;
    await now.slices.pause();
  }
  const reason = unjudged(doc, expected?.rules);
  if (reason) found.unjudged = reason;
  return undefined;
}

function digest({ doc }: Checking): Wrong | undefined {
  const { digest: expected, ...rest } = doc;
  return hash(canonical(rest)) === expected ? undefined : { check: 'digest' };
}

async function chain({ doc, found, slices }: Checking): Promise<Wrong | undefined> {
  let head = '0'.repeat(64);
  for (const [at, { entry, hash: expected }] of doc.entries.entries()) {
    const seq = at + 1;
    if (entry.seq !== seq || entry.prev !== head || hash(canonical(entry)) !== expected) return { check: 'chain', seq };
    head = expected;
    found.entries++;
    await slices.pause();
  }
  return head === doc.head ? undefined : { check: 'chain' };
}

/** Versions of the rules begin at 1 and never decrease. */
function versions({ doc, expected }: Checking): Wrong | undefined {
  let last = 1;
  for (const { entry } of doc.entries) {
    if (entry.rules < last || entry.rules > (expected?.rules ?? entry.rules))
      return { check: 'version', seq: entry.seq };
    last = entry.rules;
  }
  return undefined;
}

/** Checks the log of a fork's origin as any log. The fork names its last entry, and the commitment covers that name. */
async function origin({ doc, expected, found, slices }: Checking): Promise<Wrong | undefined> {
  found.forked = startedOf(doc).origin !== undefined;
  if (!found.forked) return undefined;
  const wrong: Wrong = { check: 'origin', seq: 1 };
  const before = originOf(doc);
  if (!before) return wrong;
  const now: Checking = { doc: before, expected: { rules: expected?.rules }, found: nothingFound(), slices, cut: true };
  for (const step of stepsOfLog) if (await step(now)) return wrong;
  return undefined;
}

/** Compares the record with the heads that this browser remembers. Heads of entries that a recorded restore replaced are counted. */
function heads({ doc, expected, found }: Checking): Wrong | undefined {
  const own = new ShortHeads(doc);
  for (const { seq, head } of expected?.heads ?? []) {
    if (own.at(seq) === head) found.heads.same++;
    else if (own.isReplaced(seq, head)) found.heads.lost++;
    else return { check: 'heads', seq };
  }
  return undefined;
}
