import type { Table } from '../wire/table';

const minute = 60_000;

/** The time in milliseconds that a seat may owe a decision before others can agree to a stand-in. */
export const agreeDelay = minute;

const takeoverMinutes: Record<string, number> = { '2min': 2, '5min': 5, '15min': 15, '1h': 60, '1d': 1440 };

/** A seat that blocks the others. */
interface LateSeat {
  seat: number;
  /** Its player left. */
  left: boolean;
}

/** The state of a table at one moment. */
interface TableStatus {
  table: Table;
  /** The reader's seat. */
  me: number;
  owing: readonly number[];
  /** The time in milliseconds since the last activity. */
  idle: number;
}

/** The other seats that a bot may play for: their players left, or have owed a decision for too long. */
export function lateSeats({ table, me, owing, idle }: TableStatus): LateSeat[] {
  return table.seats
    .filter(({ seat, player, standIn }) => player && !standIn && seat !== me)
    .map(({ seat, away }) => ({ seat, left: away, slow: owing.includes(seat) && idle >= agreeDelay }))
    .filter(({ left, slow }) => left || slow)
    .map(({ seat, left }) => ({ seat, left }));
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
