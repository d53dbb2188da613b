import { describe, expect, it } from 'vitest';
import type { Seat, Table } from '../wire/table';
import { lateSeats, minutesToTakeover, agreeDelay } from './late-seats';

const seat = (seat: number, more: Partial<Seat> = {}): Seat => ({
  seat,
  color: 'red',
  player: { id: `p${seat}`, name: 'Ada' },
  bot: '',
  standIn: '',
  agreed: [],
  connected: true,
  away: false,
  ...more,
});
const table = (...seats: Seat[]): Table => ({ seats }) as Table;

describe('late', () => {
  const idle = agreeDelay;

  it('lists seats that owe a decision for a minute, and seats whose player left', () => {
    const all = table(seat(0), seat(1), seat(2), seat(3, { away: true }));
    expect(lateSeats({ table: all, me: 0, owing: [0, 1], idle })).toEqual([
      { seat: 1, left: false },
      { seat: 3, left: true },
    ]);
  });

  it('does not list seats that still have time, except those whose player left', () => {
    expect(lateSeats({ table: table(seat(0), seat(1)), me: 0, owing: [1], idle: idle - 1 })).toEqual([]);
  });

  it('lists neither bots nor seats with a stand-in', () => {
    const bot = seat(1, { bot: 'easy' });
    delete bot.player;
    const all = table(seat(0), bot, seat(2, { standIn: 'medium', away: true }));
    expect(lateSeats({ table: all, me: 0, owing: [1, 2], idle })).toEqual([]);
  });
});

describe('minutesLeft', () => {
  it.each([
    ['never', 0, null],
    [undefined, 0, null],
    ['2min', 0, 2],
    ['2min', 61_000, 1],
    ['2min', 500_000, 1],
    ['15min', 0, null],
    ['15min', 11 * 60_000, 4],
  ])('of %s after %d ms is %s', (choice, idle, want) => {
    expect(minutesToTakeover(choice, idle)).toBe(want);
  });
});
