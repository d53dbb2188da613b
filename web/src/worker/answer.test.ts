import { beforeEach, expect, it, vi } from 'vitest';
import { answerFile, answerPage, answerUsed, planFor, reloadPatience, type Sources } from './answer';

const origin = 'https://x.test';
const files = new Set(['/', '/assets/a-1.js', '/favicon.svg']);
const engine = new Set(['/assets/engine-1.wasm']);
const request = (path: string, mode = 'no-cors', method = 'GET') =>
  ({ url: new URL(path, origin).href, mode, method }) as Request;
const sources = (fetch: Sources['fetch'], stored?: Response): Sources => ({
  fetch,
  stored: () => Promise.resolve(stored),
  store: () => Promise.resolve(),
});

beforeEach(() => vi.useFakeTimers());
it('answers for pages and files of the client, and for nothing else', () => {
  for (const [path, mode, method, want] of [
    ['/', 'navigate', 'GET', 'page'],
    ['/t/some-id?invite=x', 'navigate', 'GET', 'page'],
    ['/t/some-id.', 'navigate', 'GET', 'page'],
    ['/t/some-id).', 'navigate', 'GET', 'page'],
    ['/assets/a-1.js', 'cors', 'GET', 'file'],
    ['/assets/gone-2.js', 'cors', 'GET', 'pass'],
    ['/assets/engine-1.wasm', 'cors', 'GET', 'used'],
    ['/', 'cors', 'HEAD', 'pass'],
    ['/', 'cors', 'GET', 'pass'],
    ['/api/v1/session', 'cors', 'GET', 'pass'],
    ['/api/v1/tables/x/export', 'navigate', 'GET', 'pass'],
    ['/readyz?store', 'cors', 'GET', 'pass'],
    ['/.well-known/nemeton-bundle', 'navigate', 'GET', 'pass'],
    ['/check.html', 'navigate', 'GET', 'pass'],
    ['https://y.test/assets/a-1.js', 'cors', 'GET', 'pass'],
    ['/assets/a-1.js', 'cors', 'POST', 'pass'],
  ] as const)
    expect(planFor(request(path, mode, method), origin, files, engine), `${method} ${path}`).toBe(want);
});

it('takes pages from the network, and the stored page if that fails, breaks or is slow', async () => {
  const [fresh, stored] = [new Response('fresh'), new Response('stored')];
  const page = request('/t/x', 'navigate');
  expect(
    await answerPage(
      page,
      sources(() => Promise.resolve(fresh), stored),
    ),
  ).toBe(fresh);
  expect(
    await answerPage(
      page,
      sources(() => Promise.reject(new TypeError()), stored),
    ),
  ).toBe(stored);
  expect(
    await answerPage(
      page,
      sources(() => Promise.resolve(new Response('', { status: 502 })), stored),
    ),
  ).toBe(stored);
  const slow = answerPage(
    page,
    sources(() => new Promise<Response>(() => undefined), stored),
  );
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await slow).toBe(stored);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(fresh), 10_000));
  const reloaded = answerPage(
    page,
    sources(() => late, stored),
    reloadPatience,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reloaded).toBe(fresh);
  await expect(
    answerPage(
      page,
      sources(() => Promise.reject(new TypeError())),
    ),
  ).rejects.toThrow(TypeError);
});

it('takes files from the store without asking the network', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('network')));
  const stored = new Response('stored');
  expect(await answerFile(request('/assets/a-1.js'), sources(fetch, stored))).toBe(stored);
  expect(fetch).not.toHaveBeenCalled();
  await answerFile(request('/assets/a-1.js'), sources(fetch));
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('stores a file of the engine when it was used, and takes it from there', async () => {
  const kept = new Map<string, Response>();
  let fetched = 0;
  const all: Sources = {
    fetch: () => Promise.resolve(new Response(`engine ${++fetched}`)),
    stored: (path) => Promise.resolve(kept.get(path)?.clone()),
    store: async (path, answer) => void kept.set(path, answer),
  };
  const asked = request('/assets/engine-1.wasm');
  expect(await (await answerUsed(asked, all)).text()).toBe('engine 1');
  expect(await (await answerUsed(asked, all)).text()).toBe('engine 1');
  const again = { ...asked, cache: 'reload' } as Request;
  expect(await (await answerUsed(again, all)).text()).toBe('engine 2');
  expect(await (await answerUsed(asked, all)).text()).toBe('engine 2');
  const broken: Sources = {
    ...all,
    stored: () => Promise.resolve(undefined),
    fetch: () => Promise.resolve(new Response('', { status: 502 })),
  };
  await answerUsed(asked, broken);
  expect(await (await answerUsed(asked, all)).text()).toBe('engine 2');
});
