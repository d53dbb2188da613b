// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from '../net/socket';
import { readCommand } from './kept-command';
import { TableModel } from './table-model.svelte.ts';

const table = (player: string) => ({
  ...{ id: 't', title: 'chess', state: 'running', visibility: 'public', options: {}, host: 'h', seq: 3, owing: [0] },
  seats: [{ seat: 0, color: 'red', player: { id: player, name: 'Ada' }, connected: true, away: false }],
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
});
const move = { do: 'it' };
const snapshot = (player: string) => ({
  ...{ t: 'snapshot', seq: 3, head: 'ff', you: { seat: 0 }, table: table(player), view: {} },
  decisions: [{ id: '3-1', seat: 0, kind: 'pick', moves: [move] }],
});

/** A page of the table, with everything that it sends. */
function page() {
  const sent: string[] = [];
  let listener: Listener | undefined;
  const model = new TableModel('t', undefined, {
    open: (_url, _protocol, by) => {
      listener = by;
      return { send: (text) => sent.push(text) > 0, close: () => undefined };
    },
    random: () => 0,
  });
  model.start();
  return { model, sent, say: (message: object) => listener?.onMessage(JSON.stringify(message)) };
}

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});

async function leaveWithAMove(): Promise<string> {
  const { model, sent, say } = page();
  say(snapshot('ada'));
  void model.act({ id: '3-1', seat: 0, kind: 'pick', moves: [move] }, move);
  await settle();
  expect(model.kept).toBe(true);
  model.stop(); // the connection ends without an answer
  await settle();
  return sent[0] ?? '';
}

it('sends an unanswered move again on the next page, with its id, until it is answered', async () => {
  const first = await leaveWithAMove();
  const { model, sent, say } = page();
  say(snapshot('ada'));
  await settle();
  expect(sent).toEqual([first]);
  expect(model.sending).toEqual({ decision: '3-1', move });
  say({
    t: 'result',
    id: (JSON.parse(first) as { id: string }).id,
    ok: false,
    error: { code: 'stale_decision', message: '' },
  });
  await settle();
  expect(model.sending).toBeNull();
  expect(model.refusal).toBe('stale_decision');
  expect(readCommand('t')).toBeUndefined();
  model.stop();
});

it('drops the move of another person', async () => {
  await leaveWithAMove();
  const { model, sent, say } = page();
  say(snapshot('ben'));
  await settle();
  expect(sent).toEqual([]);
  expect(readCommand('t')).toBeUndefined();
  model.stop();
});

it('says so if the browser stores nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const { model, say } = page();
  say(snapshot('ada'));
  void model.act({ id: '3-1', seat: 0, kind: 'pick', moves: [move] }, move);
  await settle();
  expect(model.kept).toBe(false);
  model.stop();
});
