// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { FollowedTable } from '../../lib/table/followed-table.svelte.ts';
import { me } from '../../lib/account/me.svelte.ts';
import { peopleApi } from '../../lib/net/people-api';
import type { Table } from '../../lib/wire/table';
import RematchNews from './RematchNews.svelte';

const ada = { id: 'Ada', name: 'Ada' };
const ben = { id: 'Ben', name: 'Ben' };
const cleo = { id: 'Cleo', name: 'Cleo' };
const finished = tableWith({
  ...{ title: 'unheard', state: 'finished', host: 'Ada', rematch: 'next' },
  seats: [ada, ben, cleo].map((player, seat) => seatOf(seat, { player })),
});
/** The rematch of Ada, Ben and Cleo with their confirmations. */
const next = (mine: boolean, others: boolean, more: Partial<Table> = {}): Table => ({
  ...{ ...finished, id: 'next', state: 'open' },
  seats: [
    seatOf(0, { player: ada, confirmed: true }),
    seatOf(1, { player: ben, confirmed: mine }),
    seatOf(2, { player: cleo, confirmed: others }),
  ],
  ...more,
});

beforeEach(() => {
  me.player = ben;
  vi.spyOn(peopleApi, 'blocked').mockResolvedValue([]);
});

function show(seated = true): FollowedTable {
  const rematch = new FollowedTable('next', () => undefined);
  render(RematchNews, { table: finished, seated, rematch, onrematch: vi.fn() });
  return rematch;
}
const news = (): string => screen.getByTestId('rematch-news').textContent?.replace(/\s+/g, ' ').trim() ?? '';

it('follows the answers, the settings and the start of the rematch', async () => {
  const rematch = show();
  expect(news()).toBe('');
  await vi.waitFor(() => rematch.accept(next(false, false)));
  await vi.waitFor(() => expect(news()).toBe('Ada wants to play again.'));
  rematch.accept(next(false, true));
  await vi.waitFor(() => expect(news()).toContain('Cleo is in.'));
  expect(screen.getByTestId('rematch-join')).toBeTruthy();
  rematch.accept(next(true, false));
  await vi.waitFor(() => expect(news()).toBe('You are in. Waiting for the answer of Cleo.'));
  expect(screen.queryByTestId('rematch-join')).toBeNull();
  rematch.accept(next(true, true));
  await vi.waitFor(() => expect(news()).toBe('Everyone is in. Ada starts the game.'));
  // A change of the settings asks again, and is shown.
  rematch.accept(next(false, false, { changes: [{ by: 'Ada', options: {}, seats: 4 }], changed: 1 }));
  await vi.waitFor(() => expect(screen.getByTestId('settings-change').textContent).toContain('Ada changed'));
  expect(screen.getByTestId('rematch-join')).toBeTruthy();
  rematch.accept(next(true, true, { state: 'running' }));
  await vi.waitFor(() => expect(news()).toBe('The next game has begun.'));
  expect(screen.getByTestId('rematch-link').getAttribute('href')).toBe('/t/next');
});

it.each<[string, Partial<Table>]>([
  ['Waiting for 1 more player.', { seats: [...next(true, true).seats, seatOf(3)] }],
  ['Everyone is here. Start when you like.', { host: 'Ben' }],
  ['You have no seat at the next table.', { seats: [seatOf(0, { player: ada, confirmed: true })] }],
  ['The next game has begun without you.', { state: 'running', seats: [seatOf(0, { player: ada })] }],
  ['The next game is over, too.', { state: 'finished' }],
  ['The next table was closed.', { state: 'closed' }],
])('says: %s', async (text, change) => {
  const rematch = show();
  rematch.accept(next(true, true, change));
  await vi.waitFor(() => expect(news()).toBe(text));
  expect(screen.queryByTestId('rematch-join')).toBeNull();
  expect(screen.queryByTestId('rematch-link') === null).toBe(change.state === 'closed');
});

it('offers no link to a table that the reader may no longer see', async () => {
  const rematch = show();
  rematch.accept(next(true, true));
  rematch.gone = true;
  await vi.waitFor(() => expect(news()).toBe('You can no longer open the next table.'));
  expect(screen.queryByTestId('rematch-link')).toBeNull();
});

it.each(['that is not shown', 'without a seat'])(
  'lets a person who blocked somebody ask again, beside a rematch %s',
  async (kind) => {
    const blocked = vi.spyOn(peopleApi, 'blocked').mockResolvedValue([]);
    const rematch = show();
    const accept = (): void =>
      rematch.accept(next(true, true, { seats: [seatOf(0, { player: ada, confirmed: true })] }));
    if (kind === 'without a seat') accept();
    else rematch.gone = true;
    await vi.waitFor(() => expect(blocked).toHaveBeenCalledOnce());
    expect(screen.queryByTestId('rematch')).toBeNull();
    blocked.mockResolvedValue([ada]);
    rematch.gone = false;
    rematch.accept(next(true, true));
    await vi.waitFor(() => expect(screen.queryByTestId('rematch')).toBeNull());
    if (kind === 'without a seat') accept();
    else rematch.gone = true;
    await vi.waitFor(() => expect(screen.getByTestId('rematch').textContent.trim()).toBe('Play again'));
  },
);

it('offers a spectator the next table only once the server has shown it', async () => {
  me.player = { id: 'Eve', name: 'Eve' };
  const rematch = show(false);
  expect([news(), screen.queryByTestId('rematch-link')]).toEqual(['', null]);
  rematch.gone = true;
  await vi.waitFor(() => expect([news(), screen.queryByRole('link', { name: /table|page/ })]).toEqual(['', null]));
  rematch.accept(next(true, true, { state: 'running' }));
  await vi.waitFor(() => expect(screen.getByTestId('rematch-link').getAttribute('href')).toBe('/t/next'));
});
