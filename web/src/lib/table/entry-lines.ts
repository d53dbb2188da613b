import type { EntryEvents } from '../wire/game';

/** Adds entries to a log; duplicates by seq are ignored. News come in order, after all entries before. Without news, the log is the same object. */
export function mergeLines(log: EntryEvents[], lines: EntryEvents[]): EntryEvents[] {
  const last = log.at(-1)?.seq ?? 0;
  if (lines.every(({ seq }, i) => seq > (lines[i - 1]?.seq ?? last)))
    return lines.length > 0 ? [...log, ...lines] : log;
  const known = new Set(log.map(({ seq }) => seq));
  const fresh = lines.filter(({ seq }) => !known.has(seq));
  return fresh.length > 0 ? [...log, ...fresh].sort((a, b) => a.seq - b.seq) : log;
}

/** The last seq before the first gap of a log. */
export function firstGap(log: EntryEvents[]): number {
  let seq = 0;
  while (log[seq]?.seq === seq + 1) seq++;
  return seq;
}
