// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { seatOf as aSeat, tableWith } from '../../dev/contexts';
import type { Table, TableState } from '../../lib/wire/table';
import { asksFor, everyoneHere, freeSeats, inOrder, seatOf, waitsFor } from './table-status';

const me = { id: 'me', name: 'Ada' };
const other = { id: 'other', name: 'Bram' };

function table(id: string, state: TableState, rest: Partial<Table> = {}): Table {
  return tableWith({
    ...{ id, state, host: me.id, updatedAt: `2026-01-01T00:00:0${id}Z` },
    seats: [aSeat(0, { player: me }), aSeat(1, { player: other })],
    ...rest,
  });
}

it('sorts tables: waiting for the player, running, open, finished', () => {
  const tables = [
    table('1', 'finished'),
    table('2', 'open', { host: other.id }),
    table('3', 'running', { owing: [1] }),
    table('4', 'running', { owing: [0] }),
    table('5', 'running', { owing: [1] }),
  ];
  expect(inOrder(tables, me).map(({ id }) => id)).toEqual(['4', '5', '3', '2', '1']);
});

it('waits for the host of a full table, and for nobody if a seat is free', () => {
  const full = table('1', 'open');
  const bare = table('1', 'open', {
    seats: [...full.seats, aSeat(2, { connected: false })],
  });
  expect([waitsFor(full, me), waitsFor(full, other), waitsFor(bare, me)]).toEqual([true, false, false]);
  expect(freeSeats(bare)).toBe(1);
});

it('waits for the answer to a rematch before it waits for the host', () => {
  const [mine, others] = table('1', 'open').seats;
  if (!mine || !others) throw new Error('no seats');
  const asked = table('1', 'open', {
    seats: [
      { ...mine, confirmed: true },
      { ...others, confirmed: false, connected: false },
    ],
  });
  expect([asksFor(asked, me), asksFor(asked, other)]).toEqual([false, true]);
  expect([waitsFor(asked, me), waitsFor(asked, other)]).toEqual([false, true]);
  expect(everyoneHere(asked)).toBe(false);
  const agreed = { ...asked, seats: asked.seats.map((seat) => ({ ...seat, confirmed: true, connected: true })) };
  expect([waitsFor(agreed, me), waitsFor(agreed, other), everyoneHere(agreed)]).toEqual([true, false, true]);
});

it('does not wait for a player without a seat', () => {
  expect(waitsFor(table('1', 'running', { owing: [0] }), null)).toBe(false);
  expect(seatOf(table('1', 'running'), { id: 'third', name: '' })).toBeUndefined();
});

it('does not wait for a player who conceded', () => {
  const running = table('1', 'running', { owing: [0] });
  const seats = running.seats.map((each) => (each.seat === 0 ? { ...each, conceded: true } : each));
  expect(waitsFor({ ...running, seats }, me)).toBe(false);
});
