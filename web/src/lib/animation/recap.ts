import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries, type ScoreChange } from './score-history';

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
 * Builds the recap of the entries after `since`: the reader's seat first, then in seat order. The reader's own moves are left out, but not
 * those that a bot made for them. Returns null if there are too few entries or the log does not reach back that far.
 */
export function buildRecap(
  lines: readonly EntryEvents[],
  since: number,
  seats: number,
  me: number | undefined,
  title: RecapRules,
): PlayerRecap[] | null {
  const entries = lines.filter(({ seq }) => seq > since);
  if (entries[0]?.seq !== since + 1) return null;
  const own = ownMoves(lines, me, title);
  const kept = effectiveEntries(entries);
  if (entries.filter(({ seq }) => !own.has(seq)).length < minEntries) return null;
  const all = Array.from({ length: seats }, (_, seat) => {
    const events = kept.filter(({ seq }) => seat !== me || !own.has(seq)).flatMap((entry) => entry.events);
    const scoreChanges = events.flatMap((event) => title.scoreChanges(event));
    return {
      seat,
      events: events.filter((event) => title.recapSeat(event) === seat),
      points: scoreChanges.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0),
    };
  });
  const active = all.filter((one) => one.events.length > 0 || one.points !== 0);
  if (active.every(({ seat }) => seat === me)) return null;
  return active.sort((a, b) => Number(b.seat === me) - Number(a.seat === me));
}

/** The seqs of the entries that are moves of the reader: their first listed event is the reader's, and no bot played the seat at that time. */
export function ownMoves(
  lines: readonly EntryEvents[],
  me: number | undefined,
  title: Pick<RecapRules, 'recapSeat'>,
): Set<number> {
  const own = new Set<number>();
  let standIn = false;
  for (const { seq, events } of lines) {
    for (const { name, data } of events) {
      if (data.seat !== me) continue;
      if (name === 'frame.taken_over') standIn = true;
      if (name === 'frame.returned' || name === 'frame.handed_over') standIn = false;
    }
    const mover = events.map((event) => title.recapSeat(event)).find((seat) => seat !== undefined);
    if (!standIn && mover === me && mover !== undefined) own.add(seq);
  }
  return own;
}
