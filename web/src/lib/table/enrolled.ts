import type { GameEvent } from '../wire/game';
import type { Table } from '../wire/table';

/** Returns the table after events that changed the devices of its seats; the same table if there are none. */
export function withDevices(table: Table, events: readonly GameEvent[]): Table {
  return events.reduce((now, { name, data: { seat, device } }) => {
    if (name === 'frame.handed_over') return change(now, seat, () => []);
    if (name === 'frame.enrolled' && typeof device === 'string')
      return change(now, seat, (before) => [...before.filter((key) => key !== device), device]);
    return now;
  }, table);
}

function change(table: Table, at: unknown, to: (devices: readonly string[]) => readonly string[]): Table {
  return {
    ...table,
    seats: table.seats.map((seat) => (seat.seat === at ? { ...seat, devices: to(seat.devices ?? []) } : seat)),
  };
}
