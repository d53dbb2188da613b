import type { EntryEvents, GameEvent } from '../wire/game';

/** The points that an event gives to a seat or takes from it; `source` is the title's name of their source. */
export interface ScoreChange {
  seat: number;
  points: number;
  source: string;
}

/** The points of a table over time. */
interface ScoreHistory {
  /** The points of all seats at the start and after each entry that changed them, by seat. */
  steps: { seq: number; points: number[] }[];
  /** The points by source, in order of first appearance. Points from before the first entry have the source `start`. */
  sources: { source: string; points: number[] }[];
}

/**
 * Computes the score history from the log. `now` has the current points of each seat; points that no event explains are from the start.
 * Returns null if the log is incomplete.
 */
export function scoreHistory(
  lines: readonly EntryEvents[],
  scoreChangesOf: (event: GameEvent) => ScoreChange[],
  now: readonly number[],
): ScoreHistory | null {
  if (lines.length === 0 || !lines.every(({ seq }, i) => seq === i + 1)) return null;
  const entries = effectiveEntries(lines)
    .map(({ seq, events }) => ({
      seq,
      scoreChanges: events.flatMap(scoreChangesOf).filter(({ points }) => points !== 0),
    }))
    .filter(({ scoreChanges }) => scoreChanges.length > 0);
  const all = entries.flatMap(({ scoreChanges }) => scoreChanges);
  const start = now.map((points, seat) => points - total(all, seat));
  let points = start;
  const steps = [{ seq: 0, points: start }];
  for (const { seq, scoreChanges } of entries) {
    points = points.map((n, seat) => n + total(scoreChanges, seat));
    steps.push({ seq, points });
  }
  const names = [...new Set(all.map(({ source }) => source))];
  const sources = names.map((source) => ({
    source,
    points: now.map((_, seat) =>
      total(
        all.filter((gain) => gain.source === source),
        seat,
      ),
    ),
  }));
  const first = start.some((n) => n !== 0) ? [{ source: 'start', points: start }] : [];
  return { steps, sources: [...first, ...sources] };
}

/** The entries without those that were taken back. */
export function effectiveEntries(lines: readonly EntryEvents[]): EntryEvents[] {
  const kept: EntryEvents[] = [];
  for (const line of lines) {
    const back = line.events.find(({ name }) => name === 'frame.taken_back');
    const to = back?.data.to;
    while (typeof to === 'number' && (kept.at(-1)?.seq ?? 0) > to) kept.pop();
    kept.push(line);
  }
  return kept;
}

function total(scoreChanges: readonly ScoreChange[], seat: number): number {
  return scoreChanges.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0);
}
