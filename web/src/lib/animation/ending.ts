import type { EntryEvents, GameEvent } from '../wire/game';
import { effectiveEntries } from './score-history';

/**
 * The role of an event in the end of a game: `begins` starts the end, `falls` cancels a started end, and `step` is listed in the final
 * scoring.
 * `turn` is the fallback start: an unannounced end begins with the last turn.
 */
export type EndingRole = 'begins' | 'falls' | 'turn' | 'step';

type RoleOf = (event: GameEvent) => EndingRole | undefined;

/** An event of the log, by its entry and its index there. */
export interface EventPlace {
  seq: number;
  index: number;
}

/** The event with which the end began; undefined if it is not in the log. */
export function endingStart(lines: readonly EntryEvents[], roleOf: RoleOf): EventPlace | undefined {
  return placesSinceStart(lines, roleOf)[0];
}

function placesSinceStart(lines: readonly EntryEvents[], roleOf: RoleOf): (EventPlace & { event: GameEvent })[] {
  const all = effectiveEntries(lines).flatMap(({ seq, events }) =>
    events.map((event, index) => ({ seq, index, event })),
  );
  const last = (part: EndingRole): number => all.findLastIndex(({ event }) => roleOf(event) === part);
  const begun = last('begins') > last('falls') ? last('begins') : -1;
  const from = begun < 0 ? last('turn') : begun;
  return from < 0 ? [] : all.slice(from);
}

/** The listed events of the end, its start first. */
export function endingSteps(lines: readonly EntryEvents[], roleOf: RoleOf): GameEvent[] {
  return placesSinceStart(lines, roleOf)
    .map(({ event }) => event)
    .filter((event, i) => i === 0 || roleOf(event) === 'begins' || roleOf(event) === 'step');
}
