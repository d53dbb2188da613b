import type { GameEvent } from '../wire/game';
import { standing, type Told } from './ledger';

/** The steps of the end, from the last event that begins it; none where that is not in the log. */
export function finale(
  lines: readonly Told[],
  partOf: (event: GameEvent) => 'begins' | 'step' | undefined,
): GameEvent[] {
  const events = standing(lines).flatMap((line) => line.events);
  const from = events.findLastIndex((event) => partOf(event) === 'begins');
  return from < 0 ? [] : events.slice(from).filter((event) => partOf(event) !== undefined);
}
