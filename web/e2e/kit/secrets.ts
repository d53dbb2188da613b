import { carries, countsIn, places, type Counts } from './counts';
import type { Heard } from './tap';

/** Where counts of materials may stand before the end: what is public, and what the reader's own seat knows. */
const permitted = new Set([
  'view.stock',
  'own event paid.tokens',
  'other event paid.tokens',
  'view.hand',
  'own decision.moves.*.due',
  'own decision.moves.*.units',
  'own decision.moves.*.with',
  'own decision.moves.*.bound',
  'own payment.own.due',
  'own payment.own.units',
  'own payment.own.bound',
  'own event payment_begun.due',
  'own event payment_bound.units',
  'own event payment_bound.bound',
]);

/** Lists and objects of four numbers that are public and no counts: seats, points. */
const harmless = new Set([
  'view.plateaus.wood',
  'view.plateaus.wool',
  'view.plateaus.copper',
  'view.plateaus.stone',
  'own event worker_moved',
  'other event rune_taken',
  'own event rune_taken',
]);

/** What must not be there at all before the end. */
const forbidden = [
  /(^|\.)hands$/,
  /(^|\.)(secret|draws|hash|prev|seed)$/,
  /^other decision\.moves/,
  /^other payment\.own/,
  /^other event loss_chosen\.material$/,
  /^other event payment_(begun|bound)\.(?!seat$)/,
  /^(own|other) event hands_shown/,
];

/** One reader's browser: who they are at the table, and all that reached it before the end was known. */
export interface Reader {
  name: string;
  /** Undefined: a watcher. */
  seat: number | undefined;
  heard: Heard[];
}

/** The hands as their owners' own browsers were told them, by seat and seq. */
export type Truth = Map<number, Map<number, Counts>>;

/** Gathers the true hands from what the players heard. */
export function truthOf(readers: readonly Reader[]): Truth {
  const truth: Truth = new Map();
  for (const { seat, heard } of readers) {
    if (seat === undefined) continue;
    const hands = new Map<number, Counts>();
    truth.set(seat, hands);
    for (const { body } of heard) {
      const { seq, view } = body as { seq?: number; view?: { hand?: unknown } | null };
      const hand = countsIn(view?.hand);
      if (seq !== undefined && hand) hands.set(seq, hand);
    }
  }
  return truth;
}

/** How much was looked at: a search that looked at nothing finds nothing. */
export interface Search {
  leaks: string[];
  places: number;
  compared: number;
}

/** Looks for what a reader must not know, by where it stands and by its value. */
export function search(reader: Reader, truth: Truth): Search {
  const found: Search = { leaks: [], places: 0, compared: 0 };
  let seq = 0;
  for (const { body, from, via } of reader.heard) {
    seq = (body as { seq?: number }).seq ?? seq;
    const leak = (path: string, what: string): void => {
      found.leaks.push(`${reader.name}, ${via} ${from}, seq ${seq}: ${what} at ${path}`);
    };
    for (const place of places(body, reader.seat)) {
      found.places++;
      const { path, node } = place;
      if (forbidden.some((rule) => rule.test(path))) leak(path, 'a secret');
      if (reader.seat === undefined && /^view\.(hand|loss)$/.test(path)) leak(path, 'what only a seat has');
      if (countsIn(node) && !permitted.has(path)) leak(path, 'counts of materials');
      if (typeof node !== 'object' || permitted.has(path) || harmless.has(path)) continue;
      for (const [seat, hands] of truth) {
        if (seat === reader.seat) continue;
        // Around this moment: told too early or too late, it is told all the same.
        const at = place.seq ?? seq;
        for (const hand of [at - 1, at, at + 1].map((each) => hands.get(each))) {
          if (!hand) continue;
          found.compared++;
          if (carries(node, hand)) leak(path, `the hand of seat ${seat}`);
        }
      }
    }
  }
  return found;
}
