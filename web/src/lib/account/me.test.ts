import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { me } from './me.svelte.ts';

let answer: [status: number, body: string];
let calls = 0;

beforeEach(() => {
  vi.useFakeTimers();
  me.player = undefined;
  calls = 0;
  vi.stubGlobal('fetch', () => {
    calls++;
    return Promise.resolve(new Response(answer[1], { status: answer[0] }));
  });
});
afterEach(() => {
  me.player = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(['unavailable', 'overloaded'])(
  'does not take a server that is %s for a sign-out, and asks again',
  async (code) => {
    answer = [503, JSON.stringify({ code })];
    await me.load();
    expect(me.player).toBeUndefined();
    answer = [200, '{"player":{"id":"p1","name":"Ada"}}'];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(me.player).toEqual({ id: 'p1', name: 'Ada' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBe(2);
  },
);

it('takes any other failure for a stranger', async () => {
  answer = [500, '{"code":"internal"}'];
  await me.load();
  expect(me.player).toBeNull();
});
