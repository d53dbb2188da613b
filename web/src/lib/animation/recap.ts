import type { GameEvent } from '../wire/game';
import { standing, type Gain, type Told } from './score-history';

/** How many entries of others may be missed before they are worth a summary. */
export const worth = 3;

/** What a player did and got while the reader was away. */
export interface Missed {
  seat: number;
  /** What is worth telling again, oldest first. */
  events: GameEvent[];
  /** How the points changed. */
  points: number;
}

/** What a title says of its events for a summary. */
export interface Retelling {
  /** The player under whom an event is told again; undefined for what is not worth it. */
  recap(event: GameEvent): number | undefined;
  gains(event: GameEvent): Gain[];
}

/**
 * What happened after entry `since`, by seat; the reader's own seat first, then as they sit. Null while the log does not reach back that
 * far, and where it is too little to tell.
 */
export function missed(
  lines: readonly Told[],
  since: number,
  seats: number,
  me: number | undefined,
  title: Retelling,
): Missed[] | null {
  const entries = lines.filter(({ seq }) => seq > since);
  if (entries.length < worth || entries[0]?.seq !== since + 1) return null;
  const events = standing(entries).flatMap((entry) => entry.events);
  const gains = events.flatMap((event) => title.gains(event));
  const all = Array.from({ length: seats }, (_, seat) => ({
    seat,
    events: events.filter((event) => title.recap(event) === seat),
    points: gains.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0),
  }));
  const told = all.filter((one) => one.events.length > 0 || one.points !== 0);
  if (told.every(({ seat }) => seat === me)) return null;
  return told.sort((a, b) => Number(b.seat === me) - Number(a.seat === me));
}
