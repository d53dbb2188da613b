import type { GameEvent } from '../wire/game';
import type { SoundName } from './sounds';

/** The sound of an event; undefined if it is silent. */
export type SoundOf = (event: GameEvent) => SoundName | undefined;

/**
 * The sounds of events that the page shows at one moment: each sound once. Events that a skipped animation would have shown have one sound
 * together, the one of the last.
 */
export function soundsOf(events: readonly GameEvent[], skipped: boolean, soundOf: SoundOf): SoundName[] {
  const all = events.map(soundOf).filter((name) => name !== undefined);
  return skipped ? all.slice(-1) : [...new Set(all)];
}
