import type { Table } from '../wire/table';

const minute = 60_000;

/** How long a seat may owe a decision before the others can agree to a bot, in milliseconds. */
export const agreeDelay = minute;

const takeoverMinutes: Record<string, number> = { '2min': 2, '5min': 5, '15min': 15, '1h': 60, '1d': 1440 };

/** A seat that others wait for. */
export interface LateSeat {
  seat: number;
  /** Its player said so. */
  left: boolean;
}

/** What is known of a table at one moment. */
export interface TableStatus {
  table: Table;
  /** The reader's seat. */
  me: number;
  owing: readonly number[];
  /** Milliseconds since something last happened. */
  idle: number;
}

/** The other players' seats for which a bot could play by now: those who left, and those who have owed a decision for long enough. */
export function lateSeats({ table, me, owing, idle }: TableStatus): LateSeat[] {
  return table.seats
    .filter(({ seat, player, standIn }) => player && !standIn && seat !== me)
    .map(({ seat, away }) => ({ seat, left: away, slow: owing.includes(seat) && idle >= agreeDelay }))
    .filter(({ left, slow }) => left || slow)
    .map(({ seat, left }) => ({ seat, left }));
}

/**
 * In how many minutes a bot plays for those who are waited for, by the choices of the table's option; null where it never does by itself. Told
 * are only the last five minutes.
 */
export function minutesToTakeover(choice: string | undefined, idle: number): number | null {
  const after = takeoverMinutes[choice ?? ''];
  if (after === undefined) return null;
  const left = Math.max(1, Math.ceil((after * minute - idle) / minute));
  return left <= 5 ? left : null;
}
