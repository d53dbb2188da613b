import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries } from './score-history';

/**
 * What an event is to the end of a game: its beginning; what makes a begun one come to nothing; a turn, for an end that comes
 * without having begun is the last of them; or a step that is told.
 */
export type EndingRole = 'begins' | 'falls' | 'turn' | 'step';

type RoleOf = (event: GameEvent) => EndingRole | undefined;

/** All that happened from the event on with which the end began; none where that is not in the log. */
export function endingEvents(lines: readonly EntryEvents[], roleOf: RoleOf): GameEvent[] {
  const events = effectiveEntries(lines).flatMap((line) => line.events);
  const last = (part: EndingRole): number => events.findLastIndex((event) => roleOf(event) === part);
  const begun = last('begins') > last('falls') ? last('begins') : -1;
  const from = begun < 0 ? last('turn') : begun;
  return from < 0 ? [] : events.slice(from);
}

/** The steps of the end, its beginning first. */
export function endingSteps(lines: readonly EntryEvents[], roleOf: RoleOf): GameEvent[] {
  return endingEvents(lines, roleOf).filter(
    (event, i) => i === 0 || roleOf(event) === 'begins' || roleOf(event) === 'step',
  );
}
