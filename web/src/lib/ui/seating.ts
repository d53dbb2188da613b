import { getContext, setContext } from 'svelte';
import { t } from '../i18n/translate';
import type { Seat } from '../wire/table';
import { botName } from './bots';

/** The seats of a table, as a Svelte context. */
interface Seating {
  readonly seats: readonly Seat[];
  /** The reader's own seat. */
  readonly me: number | undefined;
}

const key = Symbol('seating');

export function provideSeating(seating: Seating): void {
  setContext(key, seating);
}

export function useSeating(): Seating {
  return getContext<Seating | undefined>(key) ?? { seats: [], me: undefined };
}

/** The name of a seat's player or bot, or a placeholder. Confusable names get a number. */
export function nameOf(seats: readonly Seat[], seat: number): string {
  const found = seats.find((s) => s.seat === seat);
  if (found?.bot && !found.player) return botName(seat);
  const name = found?.player?.name || t('name.nobody');
  return found?.alike ? `${name} (${found.alike})` : name;
}

/** The colors of players in the order of a view's list; '' for an unknown seat. */
export function colorsOf(seats: readonly Seat[], players: readonly { seat: number }[]): string[] {
  return players.map(({ seat }) => seats.find((each) => each.seat === seat)?.color ?? '');
}
