import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries, type ScoreChange } from './score-history';

/** How many entries of others may be missed before they are worth a summary. */
export const minEntries = 3;

/** What a player did and got while the reader was away. */
export interface PlayerRecap {
  seat: number;
  /** What is worth telling again, oldest first. */
  events: GameEvent[];
  /** How the points changed. */
  points: number;
}

/** What a title says of its events for a summary. */
export interface RecapRules {
  /** The player under whom an event is told again; undefined for what is not worth it. */
  recapSeat(event: GameEvent): number | undefined;
  scoreChanges(event: GameEvent): ScoreChange[];
}

/**
 * What happened after entry `since`, by seat; the reader's own seat first, then as they sit. Null while the log does not reach back that
 * far, and where it is too little to tell.
 */
export function buildRecap(
  lines: readonly EntryEvents[],
  since: number,
  seats: number,
  me: number | undefined,
  title: RecapRules,
): PlayerRecap[] | null {
  const entries = lines.filter(({ seq }) => seq > since);
  if (entries.length < minEntries || entries[0]?.seq !== since + 1) return null;
  const events = effectiveEntries(entries).flatMap((entry) => entry.events);
  const scoreChanges = events.flatMap((event) => title.scoreChanges(event));
  const all = Array.from({ length: seats }, (_, seat) => ({
    seat,
    events: events.filter((event) => title.recapSeat(event) === seat),
    points: scoreChanges.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0),
  }));
  const active = all.filter((one) => one.events.length > 0 || one.points !== 0);
  if (active.every(({ seat }) => seat === me)) return null;
  return active.sort((a, b) => Number(b.seat === me) - Number(a.seat === me));
}
