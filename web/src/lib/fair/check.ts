import { canonical } from './canonical';
import { commitment, dice, hash, key, restoredKey } from './dice';
import { readDocument, type Document } from './document';
import type { Found, Wrong } from './steps';

/** The known facts of the table whose record is checked. */
export interface Expected {
  /** The id of the table; undefined if the record is of any table. */
  table?: string | undefined;
  /** The version of the title's rules on this server; undefined if the server does not have the title. */
  rules?: number | undefined;
}

/**
 * Checks the chain, the commitment and the draws of an export. It does not judge the rules: whether the moves were legal, and their
 * events and the outcome follow from them. Never throws.
 */
export function check(text: string, expected?: Expected): Found {
  const found: Found = { entries: 0, draws: 0, restores: 0, commitment: '', contributions: [], handedOver: [] };
  try {
    const doc = readDocument(text);
    if (!doc) return { ...found, wrong: { check: 'unreadable' } };
    found.commitment = doc.commitment;
    found.contributions = doc.contributions;
    const wrong =
      digest(doc) ??
      chain(doc, found) ??
      start(doc, expected) ??
      versions(doc, expected) ??
      secret(doc) ??
      draws(doc, found);
    return wrong ? { ...found, wrong } : found;
  } catch {
    return { ...found, wrong: { check: 'document' } };
  }
}

function digest(doc: Document): Wrong | undefined {
  const { digest: expected, ...rest } = doc;
  return hash(canonical(rest)) === expected ? undefined : { check: 'digest' };
}

function chain(doc: Document, found: Found): Wrong | undefined {
  let head = '0'.repeat(64);
  for (const [at, { entry, hash: expected }] of doc.entries.entries()) {
    const seq = at + 1;
    if (entry.seq !== seq || entry.prev !== head || hash(canonical(entry)) !== expected) return { check: 'chain', seq };
    head = expected;
    found.entries++;
  }
  return head === doc.head ? undefined : { check: 'chain' };
}

function start(doc: Document, expected: Expected | undefined): Wrong | undefined {
  const first = doc.entries[0]?.entry;
  const event = first?.events[0];
  if (first?.kind !== 'start' || event?.name !== 'frame.started') return { check: 'start', seq: 1 };
  const { table, title, commitment, contributions, options } = doc;
  const setup = { options, colors: doc.seats.map(({ color }) => color) };
  const same = canonical(event.data) === canonical({ table, title, commitment, contributions, setup });
  const counted = contributions.length <= doc.seats.length && doc.seats.every(({ seat }, at) => seat === at);
  return same && counted && (expected?.table ?? table) === table ? undefined : { check: 'start', seq: 1 };
}

/** Versions of the rules begin at 1 and never decrease. */
function versions(doc: Document, expected: Expected | undefined): Wrong | undefined {
  let last = 1;
  for (const { entry } of doc.entries) {
    if (entry.rules < last || entry.rules > (expected?.rules ?? entry.rules))
      return { check: 'version', seq: entry.seq };
    last = entry.rules;
  }
  return undefined;
}

function secret(doc: Document): Wrong | undefined {
  const readable = isEntropy(doc.secret) && doc.contributions.every((hex) => /^(?:[0-9a-f]{2})*$/.test(hex));
  return readable && commitment(doc.secret) === doc.commitment ? undefined : { check: 'commitment' };
}

function draws(doc: Document, found: Found): Wrong | undefined {
  let made = key(doc.secret, doc.contributions);
  const handedOver = new Set<number>();
  for (const { entry } of doc.entries) {
    const draw = dice(made, entry.seq);
    for (const { of, is } of entry.draws) {
      if (of < 1 || draw(of) !== is) return { check: 'draws', seq: entry.seq };
      found.draws++;
    }
    for (const event of entry.events) {
      if (event.name === 'frame.handed_over' && typeof event.data.seat === 'number') handedOver.add(event.data.seat);
      if (event.name !== 'frame.restored') continue;
      const { entropy } = event.data;
      if (entry.kind !== 'frame' || event.version !== 1 || !isEntropy(entropy))
        return { check: 'draws', seq: entry.seq };
      made = restoredKey(made, entropy);
      found.restores++;
    }
  }
  found.handedOver = [...handedOver];
  return undefined;
}

const isEntropy = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
