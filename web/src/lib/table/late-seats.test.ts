import { describe, expect, it } from 'vitest';
import type { Seat, Table } from '../wire/table';
import { clockTime, minutesToTakeover, replaceableSeats, secondsUntil, spokenSeconds, warnedSeats } from './late-seats';

const seat = (seat: number, more: Partial<Seat> = {}): Seat => ({
  seat,
  color: 'red',
  player: { id: `p${seat}`, name: 'Ada' },
  bot: '',
  standIn: '',
  agreed: [],
  contributed: true,
  connected: true,
  away: false,
  ...more,
});
const table = (...seats: Seat[]): Table => ({ seats }) as Table;

const replaceable = (all: Table): number[] => replaceableSeats(all, 0).map(({ seat }) => seat);

describe('replaceableSeats', () => {
  it('lists the other seats whose players left', () => {
    const all = table(seat(0, { away: true }), seat(1), seat(2), seat(3, { away: true }));
    expect(replaceable(all)).toEqual([3]);
  });

  it('lists neither bots nor seats with a stand-in', () => {
    const bot = seat(1, { bot: 'easy', away: true });
    delete bot.player;
    expect(replaceable(table(seat(0), bot, seat(2, { standIn: 'medium', away: true })))).toEqual([]);
  });

  it('keeps a seat for which somebody agreed, even if its player did not leave', () => {
    const all = table(seat(0, { agreed: [1] }), seat(1), seat(2, { agreed: [1] }), seat(3, { agreed: [0] }));
    expect(replaceable(all)).toEqual([2, 3]);
  });
});

describe('warnedSeats', () => {
  it('lists the other seats that a bot is about to take over', () => {
    const all = table(seat(0, { takeoverAt: 5 }), seat(1, { takeoverAt: 5 }), seat(2));
    expect(warnedSeats(all, 0)).toEqual([1]);
    expect(warnedSeats(all, undefined)).toEqual([0, 1]);
  });
});

describe('the countdown', () => {
  it.each([
    [60_000, 60, '1:00', 60],
    [59_001, 60, '1:00', 60],
    [45_000, 45, '0:45', 60],
    [30_000, 30, '0:30', 30],
    [9_500, 10, '0:10', 10],
    [1, 1, '0:01', 10],
    [-5, 0, '0:00', 0],
  ])('%d ms before the end', (left, seconds, clock, spoken) => {
    const shown = secondsUntil(1000 + left, 1000);
    expect([shown, clockTime(shown), spokenSeconds(shown)]).toEqual([seconds, clock, spoken]);
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
