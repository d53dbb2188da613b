// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../dev/contexts';
import { save } from '../lib/environment/storage';
import { me } from '../lib/account/me.svelte.ts';
import Table from './Table.svelte';
import { eventually } from '../eventually';
// The page loads these on demand. Here they come first, so that no wait includes the time in which a busy machine compiles them.
import './table/around';
import './table/OpenTable.svelte';
import './table/Result.svelte';

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  async say(frame: object): Promise<void> {
    this.onmessage?.({ data: JSON.stringify(frame) });
    await tick();
    // The parts around the board are loaded on demand.
    if ('view' in frame && frame.view && screen.queryByTestId('table-skeleton')) await screen.findByTestId('table-bar');
  }
}

const seats = [
  seatOf(0, { color: 'purple', player: { id: 'a', name: 'Ada' } }),
  seatOf(1, { color: 'blue', player: { id: 'b', name: 'Bram' }, connected: false }),
];
const table = tableWith({ id: 't1', title: 'unheard', seats, seq: 2, owing: [0] });
const moves = [{ do: 'draw' }, { do: 'pass' }];
const mine = { id: '2-1', seat: 0, kind: 'play', moves };
const theirs = { id: '3-1', seat: 1, kind: 'play' };
const view = { cards: 3, canTakeBack: false };
const snapshot = { t: 'snapshot', seq: 2, you: { seat: 0 }, table, view, decisions: [mine] };

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{"entries":[],"more":false}')));
  me.player = { id: 'a', name: 'Ada' };
});
afterEach(() => {
  save('nemeton.command.t1', null); // an unanswered command would be sent again by the next test
});

it('offers the moves of a title without texts', async () => {
  render(Table, { id: 't1' });
  await FakeSocket.last.say(snapshot);
  const buttons = screen.getAllByTestId('move-button');
  expect(buttons.map((button) => button.textContent?.trim())).toEqual(['Draw', 'Pass']);
  expect(buttons.map((button) => button.dataset.move)).toEqual(moves.map((move) => JSON.stringify(move)));
  expect(document.title).toContain('Your turn');

  await fireEvent.click(screen.getByText('Draw'));
  const sent = JSON.parse(FakeSocket.last.sent[0] ?? '{}') as { id: string };
  expect(sent).toMatchObject({ t: 'act', decision: '2-1', move: { do: 'draw' } });

  await FakeSocket.last.say({
    t: 'update',
    seq: 3,
    events: [{ name: 'card_drawn', data: { count: 1 } }],
    view,
    decisions: [theirs],
  });
  await FakeSocket.last.say({ t: 'result', id: sent.id, ok: true, seq: 3 });
  expect(screen.queryAllByTestId('move-button')).toEqual([]);
  expect(screen.getByTestId('decision-prompt').textContent).toContain('Bram');
  expect(screen.getByTestId('log-entry').textContent).toContain('card drawn');
  expect(document.title).not.toContain('Your turn');
});

it('shows the reason of a refused move', async () => {
  render(Table, { id: 't1' });
  await FakeSocket.last.say(snapshot);
  await fireEvent.click(screen.getByText('Pass'));
  const sent = JSON.parse(FakeSocket.last.sent[0] ?? '{}') as { id: string };
  await FakeSocket.last.say({ t: 'result', id: sent.id, ok: false, error: { code: 'stale_decision', message: 'x' } });
  await eventually(() => expect(screen.getByRole('alert').textContent).toContain('already decided'));
});

it('shows the result and the link to the next table', async () => {
  render(Table, { id: 't1' });
  const outcome = { winners: [1], scores: [3, 9] };
  const finished = { ...table, state: 'finished', winners: [1], owing: [] };
  await FakeSocket.last.say({ ...snapshot, table: finished, view: { ...view, outcome }, decisions: [] });
  expect((await screen.findByTestId('result')).textContent).toContain('Bram wins');
  expect(screen.getByTestId('rematch')).toBeTruthy();
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: { ...finished, rematch: 't2' } });
  expect(screen.getByTestId('rematch-link').getAttribute('href')).toBe('/t/t2');
});

it('shows the seats and the invitation before the start', async () => {
  render(Table, { id: 't1' });
  const open = {
    ...table,
    state: 'open',
    visibility: 'private',
    invite: 'abc',
    seats: [seats[0], { seat: 1, color: 'blue' }],
  };
  await FakeSocket.last.say({ ...snapshot, seq: 0, table: open, view: null, decisions: [] });
  expect((await screen.findByTestId('seat-0')).textContent).toContain('Ada');
  expect(screen.getByTestId('invite-link')).toHaveProperty('value', `${location.origin}/t/t1?invite=abc`);
  expect(screen.getByTestId('start-table')).toHaveProperty('disabled', true);
});

it('contributes to the chance by itself, and starts only after that', async () => {
  const commitment = 'ab'.repeat(32);
  const others = { ...table, commitment, state: 'open', seats: [{ ...seats[0], contributed: false }, seats[1]] };
  let answer: (response: Response) => void = () => undefined;
  const asked = vi.fn((url: string) =>
    url.endsWith('/contribution')
      ? new Promise<Response>((resolve) => (answer = resolve))
      : Promise.resolve(Response.json({})),
  );
  vi.stubGlobal('fetch', asked);
  render(Table, { id: 't1' });
  await FakeSocket.last.say({ ...snapshot, seq: 0, table: others, view: null, decisions: [] });
  const calls = (): [string, RequestInit][] =>
    (asked.mock.calls as unknown as [string, RequestInit][]).filter(
      ([url]) => url === '/api/v1/tables/t1/contribution',
    );
  await eventually(() => expect(calls()).toHaveLength(1));
  const hex = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(JSON.parse(String(calls()[0]?.[1].body))).toMatchObject({ contribution: hex, device: hex, confirm: false });
  expect(await screen.findByTestId('start-table')).toHaveProperty('disabled', true);
  answer(Response.json({ table: { ...others, seats } }));
  await eventually(() => expect(screen.getByTestId('start-table')).toHaveProperty('disabled', false));
  expect(calls()).toHaveLength(1);
});

it('names the players whose browsers have not answered yet', async () => {
  render(Table, { id: 't1' });
  const open = (connected: boolean) => ({
    ...table,
    state: 'open',
    seats: [seats[0], { ...seats[1], connected, contributed: false }],
  });
  await FakeSocket.last.say({ ...snapshot, seq: 0, table: open(true), view: null, decisions: [] });
  await screen.findByTestId('seat-1');
  const needed = (): string => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent ?? '';
  expect(needed()).toContain('browser of Bram is still mixing in its luck');
  expect(screen.getByTestId('seat-1').textContent).toContain('getting ready');
  expect(screen.getByTestId('start-table')).toHaveProperty('disabled', true);
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: open(false) });
  expect(needed()).toContain('Bram has to open this table for a moment');
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: { ...table, state: 'open' } });
  expect(needed()).toContain('Bram is not here right now');
  await FakeSocket.last.say({ t: 'presence', seats: [0, 1], spectators: 0 });
  expect(needed()).toContain('Everyone is here');
});

it('offers to confirm a device whose moves are not signed, and signs them afterwards', async () => {
  const asked = vi.fn((url: string) =>
    Promise.resolve(
      url.endsWith('/devices') ? Response.json({ ok: true }) : Response.json({ entries: [], more: false }),
    ),
  );
  vi.stubGlobal('fetch', asked);
  render(Table, { id: 't1' });
  const head = 'ab'.repeat(24);
  await FakeSocket.last.say({ ...snapshot, head, table });
  await screen.findByTestId('device-note');
  await fireEvent.click(screen.getByTestId('confirm-device'));
  await eventually(() => expect(screen.queryByTestId('device-note')).toBeNull());
  const call = (asked.mock.calls as unknown as [string, RequestInit][]).find(([url]) => url.endsWith('/devices'));
  const { device, chain } = JSON.parse(String(call?.[1].body)) as { device: string; chain: string };

  const data = { seat: 0, device, chain, by: '', signature: '' };
  const events = [{ name: 'frame.enrolled', data }];
  await FakeSocket.last.say({ t: 'update', seq: 3, events, view, decisions: [mine], head });
  expect(screen.getByTestId('log-entry').textContent).toContain('Ada plays on another device. No earlier one');
  await fireEvent.click(screen.getByText('Draw'));
  await eventually(() => expect(FakeSocket.last.sent).toHaveLength(1));
  expect(JSON.parse(FakeSocket.last.sent[0] ?? '')).toMatchObject({ device, index: 1, seq: 3, head });
});

it('lets the host allow a removed player again', async () => {
  render(Table, { id: 't1' });
  const open = { ...table, state: 'open', visibility: 'private', seats: [seats[0], { seat: 1, color: 'blue' }] };
  const barred = [{ id: 'b', name: 'Bram' }];
  await FakeSocket.last.say({
    ...snapshot,
    seq: 0,
    table: { ...open, invite: 'new', barred },
    view: null,
    decisions: [],
  });
  expect(await screen.findByTestId('invite-link')).toHaveProperty('value', `${location.origin}/t/t1?invite=new`);
  expect(screen.getByTestId('barred-b').textContent).toContain('Bram');
  const asked = vi.fn().mockImplementation(() => Promise.resolve(Response.json({ table: open })));
  vi.stubGlobal('fetch', asked);
  await fireEvent.click(screen.getByRole('button', { name: 'Allow Bram again' }));
  await eventually(() => expect(screen.queryByTestId('barred-b')).toBeNull());
  expect(asked.mock.calls.map(([path]) => path as unknown)).toContain('/api/v1/tables/t1/barred/b');
  await eventually(() => expect(document.activeElement?.id).toBe('open'));
});

it('tells a removed player, who cannot sit down again', async () => {
  render(Table, { id: 't1' });
  const open = { ...table, state: 'open' };
  await FakeSocket.last.say({ ...snapshot, seq: 0, table: open, view: null, decisions: [] });
  (await screen.findAllByRole('button')).at(-1)?.focus();
  FakeSocket.last.onclose?.({ code: 4012 });
  await tick();
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toContain('removed');
  await eventually(() => expect(document.activeElement).toBe(heading));
  expect(screen.queryByTestId('seat-0')).toBeNull();
});

it('keeps spectators of a private table connected by the invitation after they gave up a seat', async () => {
  render(Table, { id: 't1' });
  const open = { ...table, state: 'open', visibility: 'private' };
  const told = { ...open, invite: 'abc' };
  await FakeSocket.last.say({ ...snapshot, seq: 0, table: told, view: null, decisions: [] });
  FakeSocket.last.onclose?.({ code: 4003 });
  expect(FakeSocket.last.url).toContain('invite=abc');
  const watched = { ...open, seats: [{ seat: 0, color: 'purple' }, seats[1]] };
  await FakeSocket.last.say({
    ...snapshot,
    seq: 0,
    you: { spectator: true },
    table: watched,
    view: null,
    decisions: [],
  });
  expect(await screen.findByTestId('sit-0')).toHaveProperty('disabled', false);
  expect(location.search).toBe('?invite=abc');

  // An invalid invitation is tried once.
  FakeSocket.last.onclose?.({ code: 4003 });
  await tick();
  expect(screen.getByTestId('connection-state').dataset.state).toBe('stopped');
});

it('shows why a table cannot be opened, with a retry button', async () => {
  render(Table, { id: 't1' });
  FakeSocket.last.onclose?.({ code: 4011 });
  await tick();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('cannot be opened');
  expect(screen.getByRole('alert').textContent).toContain('damaged');
  expect(screen.getByText('Load again')).toBeTruthy();
});

it('shows that the server has no key for a table', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"sealed"}', { status: 503 })));
  render(Table, { id: 't1' });
  FakeSocket.last.onclose?.({ code: 4011 });
  await eventually(() => expect(screen.getByRole('alert').textContent).toContain('does not have the key'));
});

it('shows that a table does not exist', async () => {
  render(Table, { id: 't1' });
  FakeSocket.last.onclose?.({ code: 4001 });
  await tick();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('nothing here');
});

it('says that the table was restored until the reader closes it, and drops the log and the unanswered move', async () => {
  render(Table, { id: 't1' });
  const event = { name: 'card_drawn', data: { count: 1 } };
  await FakeSocket.last.say({ ...snapshot, head: 'h2' });
  await FakeSocket.last.say({ t: 'update', seq: 3, events: [event], view, decisions: [mine], head: 'h3' });
  expect(screen.getAllByTestId('log-entry')).toHaveLength(1);
  expect(screen.getByTestId('restored-notice').textContent.trim()).toBe('');
  await fireEvent.click(screen.getByText('Draw'));
  expect(JSON.parse(FakeSocket.last.sent[0] ?? '{}')).toMatchObject({ t: 'act', seq: 3, head: 'h3' });

  await FakeSocket.last.say({ ...snapshot, head: 'g2', restored: true });
  const notice = screen.getByTestId('restored-notice');
  expect(notice.getAttribute('role')).toBe('status');
  expect(notice.textContent).toContain('restored to an earlier moment');
  expect(screen.queryAllByTestId('log-entry')).toEqual([]);
  await eventually(() => expect(screen.getByRole('alert').textContent).toContain('choose anew'));
  expect(screen.getAllByTestId('move-button')).toHaveLength(2);

  const restored = { name: 'frame.restored', data: { source: 'server' } };
  await FakeSocket.last.say({ t: 'update', seq: 3, events: [restored], view, decisions: [mine], head: 'g3' });
  expect(screen.getByTestId('log-entry').textContent).toContain('fall anew');
  await fireEvent.click(screen.getByText('All right'));
  expect(notice.textContent.trim()).toBe('');
});

it('counts on the result page how often the table was restored', async () => {
  const page = (seq: number, name: string) => ({
    seq,
    kind: 'frame',
    seat: -1,
    actor: 'timer',
    time: 1,
    events: [{ name, data: {} }],
  });
  const entries = [
    page(1, 'frame.started'),
    page(2, 'frame.restored'),
    page(3, 'frame.restored'),
    page(4, 'frame.restored'),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ entries, more: false }))));
  render(Table, { id: 't1' });
  const outcome = { winners: [1], scores: [3, 9] };
  const finished = { ...table, state: 'finished', winners: [1], owing: [] };
  await FakeSocket.last.say({ ...snapshot, seq: 4, table: finished, view: { ...view, outcome }, decisions: [] });
  await eventually(() =>
    expect(screen.getByTestId('restores').textContent).toContain('restored to an earlier moment 3 times'),
  );
});

it('shows at once who agreed to let a bot play, and keeps the question', async () => {
  const cara = { seat: 2, color: 'red', player: { id: 'c', name: 'Cara' }, contributed: true, connected: true };
  const three = (change: object): object => ({
    ...table,
    seats: [...seats.map((seat, i) => (i === 1 ? { ...seat, ...change } : seat)), { ...cara, away: false }],
  });
  render(Table, { id: 't1' });
  await FakeSocket.last.say({ ...snapshot, table: three({ away: true }) });
  expect(screen.getByTestId('replaceable-1').textContent).toContain('Bram is away.');
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: three({ away: true, agreed: [2] }) });
  expect(screen.getByTestId('replaceable-1').textContent).toContain('Cara agrees; you?');
  expect(screen.getByTestId('agree-1')).toHaveProperty('disabled', false);

  // A move of somebody, and a player who never said goodbye, do not hide the question.
  await FakeSocket.last.say({ t: 'update', seq: 3, events: [], view, decisions: [mine] });
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: three({ agreed: [2] }) });
  expect(screen.getByTestId('replaceable-1').textContent).toContain('Bram does not answer. Cara agrees; you?');
  await FakeSocket.last.say({ t: 'table', you: { seat: 0 }, table: three({ agreed: [2, 0] }) });
  expect(screen.getByTestId('replaceable-1').textContent).toContain('You agreed.');
  expect(screen.queryByTestId('agree-1')).toBeNull();
});

it('offers nothing while a bot plays the reader’s seat, and says on the result page that a bot finished it', async () => {
  render(Table, { id: 't1' });
  const played = (bots: number[]): object[] =>
    seats.map((seat, i) => (bots.includes(i) ? { ...seat, standIn: 'easy' } : seat));
  await FakeSocket.last.say({ ...snapshot, table: { ...table, seats: played([0]) } });
  expect(screen.queryAllByTestId('move-button')).toEqual([]);
  expect(document.title).not.toContain('Your turn');

  const outcome = { winners: [1], scores: [3, 9] };
  const finished = { ...table, state: 'finished', winners: [1], owing: [] };
  const last = { ...snapshot, view: { ...view, outcome }, decisions: [] };
  for (const [bots, text] of [
    [[0], 'A bot finished the game for you.'],
    [[1], 'A bot finished the game for Bram.'],
    [[0, 1], 'A bot finished the game for Ada and Bram.'],
  ] as const) {
    await FakeSocket.last.say({ ...last, table: { ...finished, seats: played([...bots]) } });
    expect((await screen.findByTestId('finished-by-bot')).textContent.trim()).toBe(text);
  }
  await FakeSocket.last.say({ ...last, table: finished });
  expect(screen.queryByTestId('finished-by-bot')).toBeNull();
});
