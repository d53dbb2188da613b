import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries, type ScoreChange } from './score-history';

/** The minimum number of missed entries for a recap. */
const minEntries = 3;

/** The events and points of a player while the reader was away. */
export interface PlayerRecap {
  seat: number;
  /** The listed events, oldest first. */
  events: GameEvent[];
  /** The change of points. */
  points: number;
}

/** The part of TitleEvents that a recap needs. */
export interface RecapRules {
  /** The player under whom an event is listed; undefined leaves it out. */
  recapSeat(event: GameEvent): number | undefined;
  scoreChanges(event: GameEvent): ScoreChange[];
}

/**
 * Builds the recap of the entries after `since`: the reader's seat first, then in seat order. Returns null if there are too few entries or
 * the log does not reach back that far.
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
