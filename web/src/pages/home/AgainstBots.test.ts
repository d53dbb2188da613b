// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { eventually } from '../../eventually';
import { me } from '../../lib/account/me.svelte.ts';
import { titles } from '../../lib/app/titles.svelte.ts';
import AgainstBots from './AgainstBots.svelte';

const title = {
  ...{ id: 'unheard', name: 'Unheard', minSeats: 2, maxSeats: 4, minutes: { from: 5, to: 9 }, weight: 1, rules: 1 },
  ...{ options: [], common: [], colors: {} },
};

it.each(['bots', 'start'])('goes to the open table if a step after its creation fails: %s', async (lost) => {
  history.replaceState(null, '', '/');
  me.player = { id: 'a', name: 'Ada' };
  const free = [seatOf(0, { player: me.player }), seatOf(1), seatOf(2)];
  const full = [...free.slice(0, 1), seatOf(1, { bot: 'easy' }), seatOf(2, { bot: 'easy' })];
  const open = tableWith({ title: 'unheard', state: 'open', seats: free });
  const created = vi.fn(() => Response.json({ table: open }, { status: 201 }));
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/titles')) return Promise.resolve(Response.json([title]));
    if (url.endsWith('/tables')) return Promise.resolve(created());
    if (!url.includes(lost)) return Promise.resolve(Response.json({ table: { ...open, seats: full } }));
    return Promise.resolve(Response.json({ code: 'unavailable' }, { status: 503 }));
  });
  await titles.load();
  render(AgainstBots, { wanted: 'unheard' });
  await fireEvent.click(screen.getByTestId('play-bots'));
  await eventually(() => expect(location.pathname).toBe('/t/t'));
  expect(created).toHaveBeenCalledTimes(1);
});
