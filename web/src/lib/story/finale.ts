import type { GameEvent } from '../wire/game';
import { standing, type Told } from './ledger';

/** The events of the end, from the last one of the name that begins it; none where it is not in the log. */
export function finale(lines: readonly Told[], begins: string): GameEvent[] {
  const events = standing(lines).flatMap((line) => line.events);
  const from = events.findLastIndex(({ name }) => name === begins);
  return from < 0 ? [] : events.slice(from);
}
