import { canonical } from './canonical';
import { commitment, dice, hash, key, restoredKey } from './dice';
import type { Found } from './steps';

interface Draw {
  what: string;
  of: number;
  is: number;
}

interface Entry {
  seq: number;
  prev: string;
  kind: string;
  draws: Draw[];
  events: { name: string; version: number; data: Record<string, unknown> }[];
}

interface Document {
  table: string;
  title: string;
  secret: string;
  commitment: string;
  contributions: string[];
  head: string;
  digest: string;
  entries: { entry: Entry; hash: string }[];
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' &&
  value !== null &&
  'nemetonExport' in value &&
  'entries' in value &&
  Array.isArray(value.entries) &&
  'contributions' in value &&
  Array.isArray(value.contributions);

/** Verifies an export. Never throws: an unreadable document is reported as wrong. */
export function check(text: string): Found {
  const found: Found = { entries: 0, draws: 0, restores: 0, commitment: '', contributions: [] };
  try {
    const doc: unknown = JSON.parse(text);
    if (!isDocument(doc)) return { ...found, wrong: { check: 'document' } };
    found.commitment = doc.commitment;
    found.contributions = doc.contributions;
    const wrong = digest(doc) ?? chain(doc, found) ?? start(doc) ?? secret(doc) ?? draws(doc, found);
    return wrong ? { ...found, wrong } : found;
  } catch {
    return { ...found, wrong: { check: 'document' } };
  }
}

type Wrong = Found['wrong'];

function digest(doc: Document): Wrong {
  const { digest: expected, ...rest } = doc;
  return hash(canonical(rest)) === expected ? undefined : { check: 'digest' };
}

function chain(doc: Document, found: Found): Wrong {
  let head = '0'.repeat(64);
  for (const [at, { entry, hash: expected }] of doc.entries.entries()) {
    const seq = at + 1;
    if (entry.seq !== seq || entry.prev !== head || hash(canonical(entry)) !== expected) return { check: 'chain', seq };
    head = expected;
    found.entries++;
  }
  return head === doc.head ? undefined : { check: 'chain' };
}

function start(doc: Document): Wrong {
  const data = doc.entries[0]?.entry.events[0]?.data ?? {};
  const same = (['table', 'title', 'commitment', 'contributions'] as const).every(
    (member) => canonical(data[member] ?? null) === canonical(doc[member]),
  );
  return same ? undefined : { check: 'start', seq: 1 };
}

function secret(doc: Document): Wrong {
  return commitment(doc.secret) === doc.commitment ? undefined : { check: 'commitment' };
}

function draws(doc: Document, found: Found): Wrong {
  let made = key(doc.secret, doc.contributions);
  for (const { entry } of doc.entries) {
    const draw = dice(made, entry.seq);
    for (const { of, is } of entry.draws) {
      if (draw(of) !== is) return { check: 'draws', seq: entry.seq };
      found.draws++;
    }
    for (const event of entry.events.filter(({ name }) => name === 'frame.restored')) {
      const { entropy } = event.data;
      if (entry.kind !== 'frame' || event.version !== 1 || !isEntropy(entropy))
        return { check: 'draws', seq: entry.seq };
      made = restoredKey(made, entropy);
      found.restores++;
    }
  }
  return undefined;
}

const isEntropy = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
