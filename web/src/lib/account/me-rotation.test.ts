import { expect, it, vi } from 'vitest';
import { me } from './me.svelte.ts';

/** Answers GET /session with a body, and records all calls. */
function serve(session: object, rotated = new Response('{}')): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: { method: string }) => {
    calls.push(`${init.method} ${path.replace('/api/v1', '')}`);
    return Promise.resolve(path.endsWith('/session') ? Response.json(session) : rotated.clone());
  });
  return calls;
}

const player = { id: 'a', name: 'Ada' };

it('replaces an old token, and only an old one', async () => {
  let calls = serve({ player, rotate: true });
  await me.load();
  expect(calls).toEqual(['GET /session', 'POST /me/sessions/rotate']);
  calls = serve({ player });
  await me.load();
  expect(calls).toEqual(['GET /session']);
  expect(me.player).toEqual(player);
});

it('keeps the player if the token could not be replaced', async () => {
  serve({ player, rotate: true }, new Response('{"code":"no_change"}', { status: 409 }));
  await me.load();
  expect(me.player).toEqual(player);
});

it('checks the session of an open page again after an hour', async () => {
  vi.useFakeTimers();
  const calls = serve({ player });
  await me.load();
  await me.refresh();
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(3_600_000);
  await me.refresh();
  expect(calls).toHaveLength(2);
});
