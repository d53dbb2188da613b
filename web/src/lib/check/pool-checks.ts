import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readStarted, type Started } from './answers';
import { canonical } from './canonical';
import type { Checking } from './checking';
import { authenticate, digest, whole } from './digest';
import { isObject } from '../wire/narrow';
import type { Document } from './document';
import { entropyOf, isEntropy } from './entropy';
import { commitmentTo, Pool, type Terms } from './pool';
import type { Wrong } from './steps';

/** The checks of the start, the secret, the names and the draws; see docs/fairness.md. */

function terms(doc: Document): Terms {
  const { table, title, seats, options } = doc;
  return { table, title, seats: seats.length, options, origin: startedOf(doc).origin };
}

/** The facts that only the first entry states. The check of the start has read them before. */
export function startedOf(doc: Document): Started {
  const data = doc.entries[0]?.entry.events[0]?.data;
  const started = isObject(data) ? readStarted(data, doc) : undefined;
  if (!started) throw new Error('the start was not checked');
  return started;
}

/** Compares the first entry with the document, and reads the answers of the seats. */
export function startOfPool({ doc, expected, found }: Checking): Wrong | undefined {
  const wrong: Wrong = { check: 'start', seq: 1 };
  const first = doc.entries[0]?.entry;
  const event = first?.events[0];
  if (first?.kind !== 'start' || event?.name !== 'frame.started' || !isObject(event.data)) return wrong;
  const started = readStarted(event.data, doc);
  if (!started) return wrong;
  const { table, title, commitment, contributions, options, createdAt: created, seats } = doc;
  const setup = { options, colors: seats.map(({ color }) => color) };
  const bots = seats.map(({ bot }) => bot ?? '');
  const stated = { table, title, commitment, contributions, setup, chance: 2, created, bots, ...started };
  const listed = seats.every(({ seat }, at) => seat === at);
  if (canonical(event.data) !== canonical(stated) || !listed || (expected?.table ?? table) !== table) return wrong;
  found.seats = seats.map(({ bot }, seat) => ({
    bot: bot !== undefined,
    declined: started.answers[seat]?.declined === true,
    signed: started.answers[seat]?.signature !== '',
    ...{ reveals: 0, voids: 0, moves: 0, unsigned: 0, confirmed: 0, worded: 0, protects: 0 },
  }));
  return undefined;
}

/** Compares the secret with the commitment, which covers the terms of the table. */
export function commitmentOfPool({ doc }: Checking): Wrong | undefined {
  const fits = isEntropy(doc.secret) && bytesToHex(commitmentTo(doc.secret, terms(doc))) === doc.commitment;
  return fits ? undefined : { check: 'commitment' };
}

/** Compares the salts of the entries with those of the secret. */
export async function salts({ doc, slices }: Checking): Promise<Wrong | undefined> {
  const secret = hexToBytes(doc.secret);
  for (const { entry } of doc.entries) {
    const salt = authenticate(secret, 'nemeton 2 salt', doc.table, whole(entry.seq, 8));
    if (entry.salt !== bytesToHex(salt)) return { check: 'salts', seq: entry.seq };
    await slices.pause();
  }
  return undefined;
}

/** Compares the names with their digests in the log. Erased names are counted. */
export async function names({ doc, found, slices }: Checking): Promise<Wrong | undefined> {
  const secret = hexToBytes(doc.secret);
  const handovers = doc.seats.map(() => 0);
  const isNamed = (seat: number, holder: number, name: string, stored: unknown): boolean => {
    if (!isEntropy(stored)) return false;
    if (name === '') return (found.erased++, true);
    const salt = authenticate(secret, 'nemeton 2 name salt', doc.table, whole(seat, 1), whole(holder, 4));
    return stored === bytesToHex(digest('nemeton 2 name', salt, name));
  };
  const { names: stored } = startedOf(doc);
  for (const { seat, bot, name } of doc.seats)
    if (bot === undefined ? !isNamed(seat, 0, name, stored[seat]) : name !== '') return { check: 'names', seq: 1 };
  for (const { entry } of doc.entries)
    for (const event of entry.events) {
      if (event.name !== 'frame.handed_over') continue;
      await slices.pause();
      const { seat, name } = event.data;
      if (typeof seat !== 'number' || handovers[seat] === undefined) return { check: 'names', seq: entry.seq };
      const heir = doc.seats[seat]?.heirs?.[handovers[seat]];
      handovers[seat]++;
      if (heir === undefined || !isNamed(seat, handovers[seat], heir, name)) return { check: 'names', seq: entry.seq };
    }
  found.handedOver = handovers.flatMap((n, seat) => (n > 0 ? [seat] : []));
  return doc.seats.every(({ seat, heirs = [] }) => heirs.length === handovers[seat]) ? undefined : { check: 'names' };
}

/** Makes all draws again, and counts them by the seat of the last reveal before each. */
export async function drawsOfPool({ doc, found, slices }: Checking): Promise<Wrong | undefined> {
  const answers = startedOf(doc).answers.map(({ device, chain }, seat) => ({
    ...{ device, chain, contribution: doc.contributions[seat] ?? '' },
  }));
  const pool = new Pool(doc.secret, terms(doc), answers);
  let last: number | undefined;
  for (const { entry } of doc.entries) {
    const { index = 0, reveal = '' } = entry.proof ?? {};
    if (reveal !== '') pool.reveal((last = entry.seat), index, reveal);
    const counts = last === undefined ? undefined : found.seats[last];
    for (const { of, is } of entry.draws) {
      if (of < 1 || pool.draw(of) !== is) return { check: 'draws', seq: entry.seq };
      found.draws++;
      if (counts) counts.protects++;
      else found.bare++;
      await slices.pause();
    }
    for (const event of entry.events) {
      if (event.name !== 'frame.restored') continue;
      const entropy = entropyOf(entry, event);
      if (entropy === undefined || entry.draws.length > 0) return { check: 'draws', seq: entry.seq };
      pool.restore(entropy);
      found.restores++;
    }
  }
  return undefined;
}
