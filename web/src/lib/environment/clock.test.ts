import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetServerTime, noteAnswerTime, noteServerTime, serverNow } from './clock';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;

beforeEach(() => {
  forgetServerTime();
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  forgetServerTime();
});

const answer = (time: string): Response => new Response('', { headers: { 'Nemeton-Time': time } });

it('is the time of the device before the first answer', () => {
  expect(serverNow()).toBe(start);
});

it.each([20, -20])('counts from the server if the device is %i minutes wrong, also when its clock jumps', (wrong) => {
  noteAnswerTime(answer(String(start - wrong * minute)));
  expect(serverNow()).toBe(start - wrong * minute);
  vi.advanceTimersByTime(5 * minute);
  expect(serverNow()).toBe(start + (5 - wrong) * minute);
  vi.setSystemTime(start + 600 * minute);
  expect(serverNow()).toBe(start + (5 - wrong) * minute);
});

it('is not moved back by a late answer, and moves on after a sleep of the device', () => {
  noteServerTime(start);
  noteServerTime(start - minute);
  expect(serverNow()).toBe(start);
  noteServerTime(start + 90 * minute);
  expect(serverNow()).toBe(start + 90 * minute);
});

it('follows answers of a server that sets its clock back by more than they can be late, but no older entry', () => {
  noteServerTime(start);
  noteServerTime(start - 600 * minute);
  expect(serverNow()).toBe(start);
  noteAnswerTime(answer(String(start - 2 * minute)));
  expect(serverNow()).toBe(start - 2 * minute);
});

it.each(['', 'soon', '-5', 'Infinity'])('ignores a header with %j', (time) => {
  noteAnswerTime(answer(time));
  expect(serverNow()).toBe(start);
});
