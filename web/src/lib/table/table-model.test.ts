// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { tableWith } from '../../dev/contexts';
import type { Receiver } from '../net/socket';
import type { LogPage } from '../wire/game';
import type { MessageCheck } from '../wire/guard';
import type { ServerMessage } from '../wire/message';
import { WireError, type JsonObject } from '../wire/narrow';
import { openModel } from './model-test-kit';
import { TableModel } from './table-model.svelte.ts';
import { eventually } from '../../eventually';

const table = tableWith({});
const snapshot = (view: JsonObject) => ({ t: 'snapshot', seq: 3, you: { seat: 0 }, table, view, decisions: [] });
const update = (view: JsonObject, data: JsonObject = {}) => {
  return { t: 'update', seq: 4, events: [{ name: 'moved', data }], view, decisions: [] };
};

const refuse = (value: JsonObject): void => {
  if (value.bad) throw new WireError('it is bad');
};
const guard: MessageCheck = {
  checkView: refuse,
  checkEvents: (events) => events.forEach(({ data }) => refuse(data)),
  checkMoves: () => undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});

it('drops an update whose view or event does not pass, and requests a snapshot', async () => {
  for (const bad of [update({ bad: true }), update({}, { bad: true })]) {
    const { model, urls, say } = openModel();
    model.useGuard(guard);
    say(snapshot({ n: 1 }));
    say(bad);
    expect(model.view?.members).toEqual({ n: 1 });
    expect(model.connection.is).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.join()).not.toContain('since');
    model.stop();
  }
});

it('keeps a newer table than the answer of a slow request', () => {
  const { model, say } = openModel();
  const at = (updatedAt: string, host: string) => ({ ...table, state: 'open', updatedAt, host });
  const push = (next: object): void => say({ t: 'table', you: { seat: 0 }, table: next });
  say({ ...snapshot({}), table: at('2026-01-01T00:00:00.1234Z', 'first') });
  const answer = (updatedAt: string, host: string): void => {
    if (model.table) model.accept({ ...model.table, updatedAt, host });
  };
  answer('2026-01-01T00:00:00.1235Z', 'second');
  expect(model.table?.host).toBe('second');
  push(at('2026-01-01T00:00:00.12351Z', 'third'));
  // Both are of one millisecond.
  answer('2026-01-01T00:00:00.1235Z', 'second');
  expect(model.table?.host).toBe('third');
  answer('2026-01-01T00:00:01Z', 'fourth');
  expect(model.table?.host).toBe('fourth');
  model.stop();
});

it('drops the data that arrived before the guard if it does not pass', () => {
  const { model, urls, say } = openModel();
  say(snapshot({ bad: true }));
  model.useGuard(guard);
  expect(model.view).toBeNull();
  expect(urls).toHaveLength(2);
  model.stop();
});

it('keeps the data that passes', () => {
  const { model, urls, say } = openModel();
  say(snapshot({ n: 1 }));
  model.useGuard(guard);
  say(update({ n: 2 }));
  expect(model.view?.members).toEqual({ n: 2 });
  expect(urls).toHaveLength(1);
  model.stop();
});

it('drops the entries of a lost history, and log pages that were requested in it', async () => {
  const entry = (seq: number, name: string) => ({
    seq,
    kind: 'move',
    seat: 0,
    actor: 'player',
    time: 1,
    events: [{ name, data: {} }],
  });
  const answers: ((page: object) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((done) => answers.push((page) => done(new Response(JSON.stringify(page))))),
  );
  const { model, say } = openModel();
  say(snapshot({ n: 1 }));
  say(update({ n: 2 }));
  expect(model.lines.map(({ seq }) => seq)).toEqual([4]);
  expect(model.restored).toBe(false);

  say({ ...snapshot({ n: 0 }), seq: 2, restored: true });
  expect(model.restored).toBe(true);
  expect(model.lines).toEqual([]);
  expect(model.view?.members).toEqual({ n: 0 });
  await eventually(() => expect(answers).toHaveLength(2));
  answers[0]?.({ entries: [1, 2, 3].map((seq) => entry(seq, 'old')), more: false });
  answers[1]?.({ entries: [1, 2].map((seq) => entry(seq, 'new')), more: false });
  await eventually(() => expect(model.lines).toHaveLength(2));
  expect(model.lines.map(({ seq, events }) => [seq, events[0]?.name])).toEqual([
    [1, 'new'],
    [2, 'new'],
  ]);
  model.stop();
});

it('drops the log of another viewer, also if it arrives late or everything is open', async () => {
  const pages: ((page: LogPage) => void)[] = [];
  let receiver: Receiver | undefined;
  const source = {
    ...{ kind: 'replay' as const, seen: undefined, showsAll: false },
    ...{ start: vi.fn(), stop: vi.fn(), hurry: vi.fn(), offline: vi.fn(), renew: vi.fn() },
    send: () => Promise.reject(new Error('no command')),
    log: () => new Promise<LogPage>((resolve) => pages.push(resolve)),
  };
  const model = new TableModel('t', undefined, (by) => {
    receiver = by;
    return source;
  });
  const show = (seat: number | undefined): void => {
    const rest = { t: 'snapshot', seq: 1, table, restored: false, view: null, decisions: [] };
    receiver?.onMessage({ ...rest, ...(seat === undefined ? {} : { seat }) } as unknown as ServerMessage);
  };
  const answer = (i: number, name: string): void =>
    pages[i]?.({ entries: [{ seq: 1, events: [{ name, data: {} }] }], more: false } as unknown as LogPage);
  const names = (): string[] => model.lines.flatMap(({ events }) => events.map(({ name }) => name));
  show(0);
  show(undefined);
  expect(pages).toHaveLength(2);
  answer(0, 'secret');
  answer(1, 'public');
  await eventually(() => expect(names()).toEqual(['public']));
  source.showsAll = true;
  show(undefined);
  expect(names()).toEqual([]);
  answer(2, 'open');
  await eventually(() => expect(names()).toEqual(['open']));
});

it('passes on each moment as the server sent it', () => {
  const moments: object[] = [];
  const { say } = openModel({
    ...{ entryAdded: () => undefined, snapshotReceived: () => undefined },
    momentShown: (moment) => moments.push(moment),
  });
  const [first, second] = [
    { away: [1], canTakeBack: false },
    { away: [], canTakeBack: true, points: 3 },
  ];
  say(snapshot(first));
  say(update(second, { to: 1 }));
  expect(moments).toEqual([
    { seq: 3, seat: 0, view: first },
    { seq: 4, seat: 0, view: second, events: [{ name: 'moved', data: { to: 1 } }] },
  ]);
});
