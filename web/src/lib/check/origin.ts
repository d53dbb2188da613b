import { canonical } from './canonical';
import { hash } from './digest';
import { checkDocument, fits, isEntry, isHash, isListOf, type Document, type Entry } from './document';
import { startedOf } from './pool-checks';
import { HiddenData } from './strict-json';
import type { JsonObject } from '../wire/narrow';

/**
 * The log of a fork's origin, as a document that the checks of a log can read. It lacks the outcome, and the names of people, which only the record
 * of the origin has. Undefined if the start has no such log.
 */
export function originOf(doc: Document): Document | undefined {
  const { origin } = startedOf(doc);
  const forked = doc.entries[0]?.entry.events[1];
  if (!origin || forked?.name !== 'frame.forked') return undefined;
  if (!fits(forked.data, { secret: isHash, log: isListOf(isEntry) })) return undefined;
  const { secret, log } = forked.data as unknown as { secret: string; log: Entry[] };
  const { setup, created, ...started } = log[0]?.events[0]?.data ?? {};
  const { colors, options } = (setup ?? {}) as { colors?: unknown; options?: unknown };
  const { bots } = started;
  if (!Array.isArray(colors) || !Array.isArray(bots)) return undefined;
  const before = {
    ...{ nemetonExport: 2, table: started.table, title: started.title, createdAt: created, options },
    seats: colors.map((color: unknown, seat) => ({
      seat,
      color,
      name: '',
      ...(bots[seat] ? { bot: bots[seat] } : {}),
    })),
    ...{ outcome: null, secret, commitment: started.commitment, contributions: started.contributions },
    ...{
      entries: log.map((entry) => ({ entry, hash: hash(canonical(entry)) })),
      head: origin.head,
      digest: origin.head,
    },
  };
  try {
    const read = checkDocument(before as unknown as JsonObject);
    return read.table === origin.table && read.entries.length === origin.seq ? read : undefined;
  } catch (error) {
    if (error instanceof HiddenData) return undefined;
    throw error;
  }
}
