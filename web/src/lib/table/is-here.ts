import type { Seat } from '../wire/table';

/** Reports whether the player of a seat is connected. The seats that a table's socket named last as `present` are newer than the table itself. */
export function isHere({ seat, connected }: Seat, present: readonly number[] | null): boolean {
  return present?.includes(seat) ?? connected;
}
