import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, onUnavailable } from '../net/rest';
import { outage, watchOutages } from './outage.svelte.ts';

/** The answers of the server by path: a status, or null for a lost connection. */
const server: Record<string, number | null> = {};
const asked: string[] = [];
const over = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { '/api/v1/tables': 200, '/readyz?store': 200 });
  asked.length = 0;
  over.mockClear();
  vi.stubGlobal('fetch', async (path: string) => {
    await Promise.resolve();
    asked.push(path);
    const status = server[path];
    if (status === null || status === undefined) throw new TypeError('failed');
    return new Response(status === 503 ? '{"code":"unavailable"}' : '{}', { status });
  });
  watchOutages(over);
});
afterEach(() => {
  onUnavailable(() => undefined);
});

const load = (): Promise<unknown> => call('GET', '/tables').catch(() => null);

it('shows an outage from a refused call until the store works', async () => {
  server['/api/v1/tables'] = server['/readyz?store'] = 503;
  await load();
  await vi.advanceTimersByTimeAsync(0);
  expect(outage.active).toBe(true);
  await load();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.filter((path) => path === '/readyz?store')).toHaveLength(3);
  server['/readyz?store'] = null; // the connection is lost, too
  await vi.advanceTimersByTimeAsync(5_000);
  expect(outage.active).toBe(true);
  expect(over).not.toHaveBeenCalled();
  server['/readyz?store'] = 200;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(outage.active).toBe(false);
  expect(over).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.filter((path) => path === '/readyz?store')).toHaveLength(5);
});

it('shows nothing if only one call is unavailable', async () => {
  server['/api/v1/tables'] = 503;
  await load();
  await vi.advanceTimersByTimeAsync(0);
  expect(outage.active).toBe(false);
  expect(over).not.toHaveBeenCalled();
});

it('asks nothing while calls succeed', async () => {
  await load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['/api/v1/tables']);
});
