import type { GameEvent } from '../wire/game';
import { standing, type Told } from './score-history';

/**
 * What an event is to the end of a game: its beginning; what makes a begun one come to nothing; a turn, for an end that comes
 * without having begun is the last of them; or a step that is told.
 */
export type PartOfEnd = 'begins' | 'falls' | 'turn' | 'step';

type PartOf = (event: GameEvent) => PartOfEnd | undefined;

/** All that happened from the event on with which the end began; none where that is not in the log. */
export function ending(lines: readonly Told[], partOf: PartOf): GameEvent[] {
  const events = standing(lines).flatMap((line) => line.events);
  const last = (part: PartOfEnd): number => events.findLastIndex((event) => partOf(event) === part);
  const begun = last('begins') > last('falls') ? last('begins') : -1;
  const from = begun < 0 ? last('turn') : begun;
  return from < 0 ? [] : events.slice(from);
}

/** The steps of the end, its beginning first. */
export function finale(lines: readonly Told[], partOf: PartOf): GameEvent[] {
  return ending(lines, partOf).filter((event, i) => i === 0 || partOf(event) === 'begins' || partOf(event) === 'step');
}
