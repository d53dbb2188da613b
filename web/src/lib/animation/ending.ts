import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries } from './score-history';

/**
 * The role of an event in the end of a game: `begins` starts the end, `falls` cancels a started end, and `step` is listed in the final
 * scoring.
 * `turn` is the fallback start: an unannounced end begins with the last turn.
 */
export type EndingRole = 'begins' | 'falls' | 'turn' | 'step';

type RoleOf = (event: GameEvent) => EndingRole | undefined;

/** The events since the end began; empty if its start is not in the log. */
export function endingEvents(lines: readonly EntryEvents[], roleOf: RoleOf): GameEvent[] {
  const events = effectiveEntries(lines).flatMap((line) => line.events);
  const last = (part: EndingRole): number => events.findLastIndex((event) => roleOf(event) === part);
  const begun = last('begins') > last('falls') ? last('begins') : -1;
  const from = begun < 0 ? last('turn') : begun;
  return from < 0 ? [] : events.slice(from);
}

/** The listed events of the end, its start first. */
export function endingSteps(lines: readonly EntryEvents[], roleOf: RoleOf): GameEvent[] {
  return endingEvents(lines, roleOf).filter(
    (event, i) => i === 0 || roleOf(event) === 'begins' || roleOf(event) === 'step',
  );
}
