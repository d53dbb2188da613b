// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { readCommand } from './kept-command';
import { openModel } from './model-test-kit';

const table = (player: string) =>
  tableWith({ owing: [0], seats: [seatOf(0, { player: { id: player, name: 'Ada' } })] });
const move = { do: 'it' };
const snapshot = (player: string) => ({
  ...{ t: 'snapshot', seq: 3, head: 'ff', you: { seat: 0 }, table: table(player), view: {} },
  decisions: [{ id: '3-1', seat: 0, kind: 'pick', moves: [move] }],
});

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});

async function leaveWithAMove(): Promise<string> {
  const { model, sent, say } = openModel();
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
  const { model, sent, say } = openModel();
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
  const { model, sent, say } = openModel();
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
  const { model, say } = openModel();
  say(snapshot('ada'));
  void model.act({ id: '3-1', seat: 0, kind: 'pick', moves: [move] }, move);
  await settle();
  expect(model.kept).toBe(false);
  model.stop();
});
