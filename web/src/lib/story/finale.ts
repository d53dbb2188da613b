import type { GameEvent } from '../wire/game';
import { standing, type Told } from './ledger';

type PartOf = (event: GameEvent) => 'begins' | 'step' | undefined;

/** All that happened from the last event on that begins the end; none where that is not in the log. */
export function ending(lines: readonly Told[], partOf: PartOf): GameEvent[] {
  const events = standing(lines).flatMap((line) => line.events);
  const from = events.findLastIndex((event) => partOf(event) === 'begins');
  return from < 0 ? [] : events.slice(from);
}

/** The steps of the end. */
export function finale(lines: readonly Told[], partOf: PartOf): GameEvent[] {
  return ending(lines, partOf).filter((event) => partOf(event) !== undefined);
}
