// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { LazyCode } from './lazy-code.svelte.ts';

/** A loader whose attempts the test ends, and the environment of the code. */
function setup(reachable = true) {
  const attempts: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const reload = vi.fn();
  const code = new LazyCode(() => new Promise<string>((resolve, reject) => attempts.push({ resolve, reject })), {
    isReachable: () => Promise.resolve(reachable),
    reload,
  });
  return { code, attempts, reload, stop: code.start() };
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const lost = new Error('Failed to fetch dynamically imported module');

beforeEach(() => vi.useFakeTimers());
it('is ready with its value, and asks once', async () => {
  const { code, attempts } = setup();
  expect(code.phase).toBe('loading');
  attempts[0]?.resolve('page');
  await settle();
  expect([code.phase, code.value, attempts.length]).toEqual(['ready', 'page', 1]);
});

it('shows its value in another task than that of its evaluation', async () => {
  const { code, attempts } = setup();
  attempts[0]?.resolve('page');
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect(code.value).toBeUndefined();
  await settle();
  expect(code.value).toBe('page');
});

it('fails without trying again by itself, and loads again on request', async () => {
  const { code, attempts, reload } = setup();
  attempts[0]?.reject(lost);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([code.phase, attempts.length]).toEqual(['failed', 1]);
  void code.retry();
  expect(code.phase).toBe('loading');
  attempts[1]?.resolve('page');
  await settle();
  expect([code.phase, code.value]).toEqual(['ready', 'page']);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the page if the second attempt fails and the server answers', async () => {
  for (const reachable of [true, false]) {
    const { code, attempts, reload } = setup(reachable);
    attempts[0]?.reject(lost);
    await settle();
    void code.retry();
    attempts[1]?.reject(lost);
    await settle();
    expect(reload).toHaveBeenCalledTimes(reachable ? 1 : 0);
    expect(code.phase).toBe('failed');
  }
});

it('says that loading takes long, and still shows the value if it comes', async () => {
  const { code, attempts, reload } = setup();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(code.phase).toBe('slow');
  await code.retry();
  expect([attempts.length, reload.mock.calls.length]).toEqual([1, 1]);
  attempts[0]?.resolve('page');
  await settle();
  expect(code.phase).toBe('ready');
});

it('tries once more when the network is back', async () => {
  const { code, attempts, stop } = setup();
  window.dispatchEvent(new Event('online'));
  expect(attempts).toHaveLength(1);
  attempts[0]?.reject(lost);
  await settle();
  window.dispatchEvent(new Event('online'));
  attempts[1]?.resolve('page');
  await settle();
  expect(code.phase).toBe('ready');
  stop();
});
