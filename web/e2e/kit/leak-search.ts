import { carries, countsIn, places, type Counts } from './json-paths';
import type { Received } from './traffic';

/** These are the paths that may have counts of materials before the end: public data, and data of the reader's own seat. */
const permitted = new Set([
  'view.stock',
  'own event paid.tokens',
  'other event paid.tokens',
  'view.hand',
  'own decision.moves.*.due',
  'own decision.moves.*.units',
  'own decision.moves.*.with',
  'own decision.moves.*.bound',
  'own decision.effects.*.*',
  'view.others',
  'own payment.own.due',
  'own payment.own.units',
  'own payment.own.bound',
  'own event payment_begun.due',
  'own event payment_bound.units',
  'own event payment_bound.bound',
]);

/** These are the paths of public lists and objects of four numbers that are not counts of materials: seats and points. */
const harmless = new Set([
  'view.plateaus.wood',
  'view.plateaus.wool',
  'view.plateaus.copper',
  'view.plateaus.stone',
  'own event worker_moved',
  'other event rune_taken',
  'own event rune_taken',
]);

/** These are the paths that must not exist before the end. */
const forbidden = [
  /(^|\.)hands$/,
  /(^|\.)(secret|draws|hash|prev|seed)$/,
  /^other decision\.moves/,
  /^other payment\.own/,
  /^other event loss_chosen\.material$/,
  /^other event payment_(begun|bound)\.(?!seat$)/,
  /^(own|other) event hands_shown/,
];

/** The browser of one viewer, and the messages that it received before the end of the game. */
export interface Reader {
  name: string;
  /** The seat is undefined for a spectator. */
  seat: number | undefined;
  received: Received[];
}

/** The hands by seat and seq, as the server sent them to their owners. */
export type Hands = Map<number, Map<number, Counts>>;

/** Returns the hands in the messages of their owners. */
export function handsOf(readers: readonly Reader[]): Hands {
  const all: Hands = new Map();
  for (const { seat, received } of readers) {
    if (seat === undefined) continue;
    const hands = new Map<number, Counts>();
    all.set(seat, hands);
    for (const { body } of received) {
      const { seq, view } = body as { seq?: number; view?: { hand?: unknown } | null };
      const hand = countsIn(view?.hand);
      if (seq !== undefined && hand) hands.set(seq, hand);
    }
  }
  return all;
}

/** The leaks that a search found, and its extent. */
export interface Search {
  leaks: string[];
  places: number;
  compared: number;
}

/** Searches the messages of a reader for data that the reader must not know, by path and by value. */
export function search(reader: Reader, all: Hands): Search {
  const found: Search = { leaks: [], places: 0, compared: 0 };
  let seq = 0;
  for (const { body, from, via } of reader.received) {
    seq = (body as { seq?: number }).seq ?? seq;
    const leak = (path: string, kind: string): void => {
      found.leaks.push(`${reader.name}, ${via} ${from}, seq ${seq}: ${kind} at ${path}`);
    };
    for (const place of places(body, reader.seat)) {
      found.places++;
      const { path, node } = place;
      if (forbidden.some((rule) => rule.test(path))) leak(path, 'a secret');
      if (reader.seat === undefined && /^view\.(hand|loss)$/.test(path)) leak(path, 'data of a seat');
      if (countsIn(node) && !permitted.has(path)) leak(path, 'counts of materials');
      if (typeof node !== 'object' || permitted.has(path) || harmless.has(path)) continue;
      for (const [seat, hands] of all) {
        if (seat === reader.seat) continue;
        // A hand that is sent one entry early or late is a leak too.
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
