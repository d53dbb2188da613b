import type { Seat, Table } from '../wire/table';

const minute = 60_000;

const takeoverMinutes: Record<string, number> = { '2min': 2, '5min': 5, '15min': 15, '1h': 60, '1d': 1440 };

/**
 * The other seats for which players may agree to a bot, and no bot plays yet: their players left, or somebody agreed already. An
 * agreement keeps its seat in the list, whatever happens at the table meanwhile.
 */
export function replaceableSeats(table: Table, me: number): Seat[] {
  return table.seats.filter(
    ({ seat, player, standIn, away, agreed }) => player && !standIn && seat !== me && (away || agreed.length > 0),
  );
}

/** The other seats that a bot is about to take over. */
export function warnedSeats(table: Table, me: number | undefined): number[] {
  return table.seats.filter((each) => each.takeoverAt !== undefined && each.seat !== me).map(({ seat }) => seat);
}

/** The seconds left until a time, at least 0. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** Seconds as a clock shows them: 0:45. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The seconds left as a screen reader announces them: it changes rarely, and 0 means soon. */
export function spokenSeconds(seconds: number): number {
  return [60, 30, 10].findLast((step) => seconds <= step && seconds > 0) ?? (seconds > 60 ? 60 : 0);
}

/**
 * The minutes until a bot takes over a late seat, given the choice of the table's option. Returns null if there is no automatic takeover
 * or more than five minutes are left.
 */
export function minutesToTakeover(choice: string | undefined, idle: number): number | null {
  const after = takeoverMinutes[choice ?? ''];
  if (after === undefined) return null;
  const left = Math.max(1, Math.ceil((after * minute - idle) / minute));
  return left <= 5 ? left : null;
}
