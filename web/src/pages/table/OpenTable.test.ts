// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { eventually } from '../../eventually';
import { me } from '../../lib/account/me.svelte.ts';
import { titles } from '../../lib/app/titles.svelte.ts';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import type { Seat, Table } from '../../lib/wire/table';
import OpenTable from './OpenTable.svelte';

/** The sentence below the heading. */
const needed = (): Element | null => document.querySelector('h1 + [role=status]');

const ada = { id: 'a', name: 'Ada' };
const ben = { id: 'b', name: 'Ben' };
const seats = (mine: Partial<Seat> = {}, other: Partial<Seat> = {}): Seat[] => [
  seatOf(0, { player: ada, ...mine }),
  seatOf(1, { player: ben, ...other }),
];
const open = tableWith({
  ...{ title: 'unheard', state: 'open', visibility: 'private', options: { hints: 1 }, seq: 0, seats: seats() },
  commitment: 'ab'.repeat(32),
});
const titlesOfServer = [
  {
    ...{
      id: 'unheard',
      name: 'Unheard',
      minSeats: 2,
      maxSeats: 4,
      minutes: { from: 5, to: 9 },
      weight: 1,
      rules: 1,
      options: [],
      colors: {},
    },
    common: [{ id: 'hints', kind: 'bool', default: 1 }],
  },
];

/** The calls with which the page asked for a change: method, path and body. */
let calls: [string, string, unknown][] = [];

beforeEach(async () => {
  calls = [];
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body?: string }) => {
    if (url.endsWith('/titles')) return Promise.resolve(Response.json(titlesOfServer));
    if (method !== 'GET') {
      calls.push([method, url.split('/api/v1')[1] ?? '', body === undefined ? undefined : JSON.parse(body)]);
    }
    return Promise.resolve(Response.json({ table: { ...open, seats: seats() } }));
  });
  me.player = ada;
  await titles.load();
});

function show(table: Partial<Table>, present: number[] | null = null): ReturnType<typeof render> {
  const known: unknown = {
    present,
    me: 0,
    invite: 'code',
    table: null,
    renew: () => undefined,
    accept: () => undefined,
  };
  const model = known as TableModel; // the parts that the page uses
  return render(OpenTable, { model, table: { ...open, ...table }, name: 'Unheard' });
}

it('does not tell a reader who has just sat down to open the table', () => {
  show({ seats: seats({ contributed: false }, { contributed: true }) }, [1]);
  expect(needed()?.textContent).toBe('Almost ready: the browser of Ada is still mixing in its luck.');
});

const start = (): HTMLButtonElement => screen.getByTestId('start-table');

it('says that everyone is here only if all persons are connected', () => {
  show({});
  expect(screen.getByText('Everyone is here. Start when you like.')).toBeTruthy();
  cleanup();
  show({}, [0]);
  expect(needed()?.textContent).toBe('All seats are taken, but Ben is not here right now.');
  expect(needed()?.querySelector('bdi[translate=no]')?.textContent).toBe('Ben');
  expect(start().disabled).toBe(false);
});

it('says to everyone else that all seats are taken', () => {
  me.player = { id: 'e', name: 'Eve' };
  show({ seats: seats({ contributed: false }, { confirmed: false }) });
  expect(needed()?.textContent).toBe('All seats are taken. You can watch once the game starts.');
});

it('counts the answer of a browser as no confirmation of a rematch', () => {
  show({ seats: seats({ confirmed: true }, { confirmed: false }) });
  expect(needed()?.textContent).toBe('Waiting for the answer of Ben.');
  expect(needed()?.querySelector('bdi[translate=no]')?.textContent).toBe('Ben');
  expect(start().disabled).toBe(true);
  expect(screen.getByTestId('confirm-0').textContent).toContain('is in');
  expect(screen.getByTestId('confirm-1').textContent).toContain('no answer yet');
});

it('asks a player of a rematch, who confirms by a button', async () => {
  show({ host: 'b', seats: seats({ confirmed: false }, { confirmed: true }) });
  expect(needed()?.textContent).toBe('Ben wants to play again. Are you in?');
  expect(needed()?.querySelector('bdi[translate=no]')?.textContent).toBe('Ben');
  await fireEvent.click(screen.getByTestId('confirm-rematch'));
  await eventually(() => expect(calls).toEqual([['POST', '/tables/t/confirm', undefined]]));
});

it('gives the seat of a player who does not come to a bot', async () => {
  show({ seats: seats({ confirmed: true }, { confirmed: false, connected: false }) });
  // The other player may be at the result, which has the question.
  expect(screen.getByTestId('seat-1').textContent).not.toContain('not connected');
  await fireEvent.click(screen.getByTestId('replace-1'));
  expect(calls.filter(([method]) => method === 'DELETE')).toEqual([]);
  await fireEvent.click(screen.getByTestId('sure-yes'));
  await eventually(() =>
    expect(calls).toEqual([
      ['DELETE', '/tables/t/seats/1', undefined],
      ['POST', '/tables/t/bots', { level: 'medium', seat: 1 }],
    ]),
  );
});

it('sends the settings that the host changed, and no others', async () => {
  show({});
  await fireEvent.click(await screen.findByTestId('change-settings'));
  await fireEvent.change(await screen.findByTestId('option-hints'), { target: { value: '0' } });
  await fireEvent.change(screen.getByTestId('change-seats'), { target: { value: '3' } });
  await fireEvent.click(screen.getByTestId('save-settings'));
  await eventually(() => expect(calls).toEqual([['PATCH', '/tables/t', { seats: 3, options: { hints: 0 } }]]));
});

it('offers no change of the settings to other players', () => {
  show({ host: 'b' });
  expect(screen.queryByTestId('change-settings')).toBeNull();
});

it('names the changes of the settings', async () => {
  const changes = [
    { by: 'x', options: {}, visibility: 'public' as const },
    { by: 'b', options: { hints: 0 } },
    { by: 'b', options: { hints: 1 }, seats: 4 },
  ];
  show({ changes, changed: 3 });
  await eventually(() =>
    expect(screen.getAllByTestId('settings-change').map((line) => line.textContent.trim())).toEqual([
      'Ben changed: hints off',
      'Ben changed: hints on and 4 players',
    ]),
  );
});
