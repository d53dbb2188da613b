import { beforeEach, expect, test, vi } from 'vitest';
import { freePace } from '../wire/pace';
import { forgetServerTime } from '../environment/clock';
import { announcementDue, clockText, isLow, TableClocks } from './table-clocks.svelte.ts';

beforeEach(() => {
  forgetServerTime();
  vi.useFakeTimers({ now: 1_000_000 });
});
test('a running clock falls from the time of its entry on, by the time of the server', () => {
  const clocks = new TableClocks();
  const list = [
    { seat: 0, left: 60_000, running: true },
    { seat: 1, left: 50_000, running: false },
  ];
  // The server's clock is 5 s ahead, and the entry is 2 s old.
  clocks.receive({ list, time: 1_003_000, now: 1_005_000 });
  expect([clocks.left(0), clocks.left(1), clocks.left(2)]).toEqual([58_000, 50_000, undefined]);
  clocks.now += 10_000;
  expect(clocks.left(0)).toBe(48_000);
  // A message that comes late does not move the clock back.
  clocks.hear(1_001_000);
  expect(clocks.left(0)).toBe(58_000);
  clocks.now += 100_000;
  expect([clocks.left(0), clocks.runs(0), clocks.runs(1)]).toEqual([0, true, false]);
});

test('during a pause all clocks stand still, and count from its end on', () => {
  const clocks = new TableClocks();
  clocks.receive({
    list: [{ seat: 0, left: 60_000, running: true }],
    time: 1_000_000,
    now: 1_000_000,
    paused: 1_030_000,
  });
  clocks.now += 20_000;
  expect([clocks.left(0), clocks.runs(0), clocks.paused]).toEqual([60_000, false, true]);
  clocks.now += 15_000;
  expect([clocks.left(0), clocks.runs(0), clocks.paused]).toEqual([55_000, true, false]);
});

test('a clock shows minutes, hours or days', () => {
  const units = { day: 'd', hour: 'h' };
  expect([0, 44_100, 725_000, 12_000_000, 183_600_000].map((ms) => clockText(ms, units))).toEqual([
    '0:00',
    '0:45',
    '12:05',
    '3:20 h',
    '2 d 3 h',
  ]);
});

test('a clock is low in its last minute, or last quarter', () => {
  const live = { ...freePace, kind: 'live' as const, bank: 600 };
  const days = { ...freePace, kind: 'days' as const, bank: 259_200 };
  expect([isLow(61_000, live), isLow(60_000, live)]).toEqual([false, true]);
  expect([isLow(21_700_000, days), isLow(21_600_000, days)]).toEqual([false, true]);
});

test('60 and 20 seconds are announced once', () => {
  expect([
    announcementDue(61_000, 60_500),
    announcementDue(60_500, 60_000),
    announcementDue(60_000, 59_000),
    announcementDue(20_100, 19_900),
    announcementDue(90_000, 10_000),
  ]).toEqual([undefined, 60, undefined, 20, 20]);
});
