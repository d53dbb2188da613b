// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { me } from './me.svelte.ts';

/** The answer of the server; undefined if it cannot be reached. */
let answer: [status: number, body: string] | undefined;
let calls: string[] = [];
const ada = { id: 'p1', name: 'Ada' };

beforeEach(() => {
  vi.useFakeTimers();
  me.player = undefined;
  calls = [];
  vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) => {
    calls.push(method);
    return answer
      ? Promise.resolve(new Response(answer[1], { status: answer[0] }))
      : Promise.reject(new TypeError('no connection'));
  });
});
afterEach(() => {
  me.player = undefined;
});

it.each([
  ['unavailable', [503, '{"code":"unavailable"}']],
  ['overloaded', [503, '{"code":"overloaded"}']],
  ['too_fast', [429, '{"code":"too_fast"}']],
  ['offline', undefined],
] as [string, typeof answer][])(
  'does not take a server that answers %s for a sign-out, and asks again',
  async (code, failed) => {
    answer = failed;
    await me.load();
    expect(me.player).toBeUndefined();
    expect(me.failure?.code).toBe(code);
    await expect(me.setName('Bob')).rejects.toThrow(code);
    answer = [200, JSON.stringify({ player: ada })];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(me.player).toEqual(ada);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual(['GET', 'GET', 'GET']);
  },
);

it('asks as soon as the browser has a network', async () => {
  answer = undefined;
  await me.load();
  answer = [200, JSON.stringify({ player: ada })];
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(me.player).toEqual(ada);
  expect(calls).toEqual(['GET', 'GET']);
});

it('makes no new guest if another tab has signed in', async () => {
  answer = [200, JSON.stringify({ player: ada })];
  me.player = null;
  await me.setName('Bob');
  expect(me.player).toEqual(ada);
  me.player = null;
  await me.refresh();
  expect(me.player).toEqual(ada);
  expect(calls).toEqual(['GET', 'GET']);
});

it('makes no guest in a browser that refuses cookies', async () => {
  answer = [200, JSON.stringify({ player: null })];
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  await expect(me.setName('Bob')).rejects.toThrow('no_cookies');
  expect(calls).toEqual(['GET']);
});

it('takes any other failure for a stranger', async () => {
  answer = [500, '{"code":"internal"}'];
  await me.load();
  expect(me.player).toBeNull();
});
