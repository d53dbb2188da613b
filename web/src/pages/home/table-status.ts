import { nameOf } from '../../lib/ui/seating';
import type { Player, Table } from '../../lib/wire/table';

/** The seat of a player; undefined if they are not seated. */
export function seatOf(table: Table, player: Player | null | undefined): number | undefined {
  return player ? table.seats.find((seat) => seat.player?.id === player.id)?.seat : undefined;
}

export function freeSeats(table: Table): number {
  return table.seats.filter((seat) => !seat.player && !seat.bot).length;
}

export function everyoneHere(table: Table): boolean {
  return table.seats.every((seat) => !seat.player || seat.connected);
}

export function asksFor(table: Table, player: Player | null | undefined): boolean {
  return table.state === 'open' && table.seats[seatOf(table, player) ?? -1]?.confirmed === false;
}

/** Reports whether a table waits for this player: for a move, for the start by its host, or for the answer to a rematch. */
export function waitsFor(table: Table, player: Player | null | undefined): boolean {
  const seat = seatOf(table, player);
  if (seat === undefined || !player) return false;
  if (table.state !== 'open') return isAwaited(table, seat);
  const full = freeSeats(table) === 0 && table.seats.every(({ confirmed }) => confirmed !== false);
  return asksFor(table, player) || (table.host === player.id && full);
}

/** Reports whether the table waits for the person of a seat. Bots play the seats that have conceded, and those with a stand-in. */
function isAwaited(table: Table, seat: number): boolean {
  return table.owing.includes(seat) && !table.seats[seat]?.conceded && !table.seats[seat]?.standIn;
}

/** Reports whether a game against bots alone, running or finished, can be removed from the list of this player. */
export function canRemove(table: Table, player: Player | null | undefined): boolean {
  const over = table.state === 'running' || table.state === 'finished';
  return over && seatOf(table, player) !== undefined && isAlone(table, player);
}

export function isAlone(table: Table, player: Player | null | undefined): boolean {
  return table.seats.every((seat) => !seat.player || seat.player.id === player?.id);
}

const places = ['running', 'open', 'finished', 'closed'];

/** Sorts a player's tables: waiting for the player, running, open, finished. */
export function inOrder(tables: readonly Table[], player: Player | null | undefined): Table[] {
  const rank = (table: Table): number => (waitsFor(table, player) ? -1 : places.indexOf(table.state));
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.updatedAt.localeCompare(a.updatedAt));
}

export function namesOf({ seats: all }: Table, seats: readonly number[]): string[] {
  return seats.map((seat) => nameOf(all, seat));
}
