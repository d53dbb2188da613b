import { afterEach, expect, it, vi } from 'vitest';
import { call, onMisplaced } from '../net/rest';
import { misplaced, watchMisplaced } from './misplaced.svelte.ts';

afterEach(() => {
  onMisplaced(() => undefined);
  misplaced.detail = null;
});

it.each([
  [403, '{"code":"cross_origin","detail":"the port differs"}', 'the port differs'],
  [421, '{"code":"wrong_host","detail":"unknown name"}', 'unknown name'],
  [403, '{"code":"cross_origin"}', ''],
  [403, '{"code":"not_allowed","detail":"no"}', null],
  [403, '<html>', null],
])('keeps the words of a refusal of the page itself: %i %s', async (status, body, detail) => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(body, { status })));
  watchMisplaced();
  await expect(call('POST', '/players', {})).rejects.toThrow();
  expect(misplaced.detail).toBe(detail);
});
