// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { Engine, EngineError, type EngineWorker } from '../engine/engine';
import type { FromWorker, ToWorker } from '../engine/messages';
import type { Document } from '../engine/types.gen';
import type { Connection } from '../net/socket';
import type { ServerMessage } from '../wire/message';
import { LocalTable } from './local-table.svelte.ts';
import type { StoredTable } from './local-store';

const seats = [
  { seat: 0, color: 'red', name: 'Ada' },
  { seat: 1, color: 'blue', name: 'Ben' },
];
const document: Document = {
  ...{
    nemetonExport: 2,
    table: 't',
    title: 'chess',
    createdAt: 1,
    options: {},
    outcome: null,
    secret: '',
    commitment: '',
  },
  ...{ contributions: ['', ''], head: '', seats, entries: [{ entry: {}, hash: '1' }] },
};
const decision = (seat: number) => ({ id: `d${seat}`, seat, kind: 'move', moves: [] });
const outline = { kind: 'start', seat: -1, actor: 'host', time: 1, events: [], scores: [], owing: [0] };

/** A worker does not answer with this. */
const silent = {};

/** An engine whose worker answers by name of the command. */
function engineWith(answers: Record<string, (command: never) => unknown>): { engine: Engine; asked: string[] } {
  const asked: string[] = [];
  const engine = new Engine((): EngineWorker => {
    let listener: ((event: { data: FromWorker }) => void) | undefined;
    return {
      postMessage(message: ToWorker): void {
        if (!('command' in message)) return;
        const command = JSON.parse(message.command) as { do: string };
        asked.push(command.do);
        const answer = answers[command.do]?.(command as never) ?? {};
        if (answer === silent) return;
        const refused = answer instanceof EngineError ? { error: { code: answer.code, detail: '' } } : { answer };
        queueMicrotask(() => listener?.({ data: { id: message.id, answer: refused } }));
      },
      addEventListener(type: string, by: (event: { data: FromWorker }) => void): void {
        if (type === 'message') listener = by;
      },
      terminate: () => undefined,
    };
  });
  return { engine, asked };
}

function start(
  people: number[],
  store: () => Promise<void> = () => Promise.resolve(),
  choices = Infinity,
  end = Infinity,
) {
  let seq = 1;
  const content = (owing: number) =>
    seq < end
      ? { view: { at: seq }, decisions: [decision(owing)] }
      : { view: { at: seq, outcome: { winners: [0], scores: [1, 0] } }, decisions: [] };
  const { engine, asked } = engineWith({
    resume: () => ({
      game: 1,
      table: 't',
      title: 'chess',
      rules: 1,
      options: {},
      seats,
      createdAt: 1,
      entries: [{ ...outline, owing: [(seq - 1) % 2] }],
      outcome: null,
    }),
    moment: () => ({ seq, ...content((seq - 1) % 2) }),
    act: ({ act, decision: of }: { act: string; decision: string }) =>
      act === 'act' && of !== `d${(seq - 1) % 2}`
        ? new EngineError('stale_decision')
        : { seq: ++seq, entry: { entry: {}, hash: String(seq) } },
    entry: () => ({ seq, events: [], views: [], ...content((seq - 1) % 2) }),
    choose: ({ seat }: { seat: number }) =>
      seat !== (seq - 1) % 2 && choices === Infinity
        ? new EngineError('stale_decision')
        : choices-- <= 0
          ? silent
          : { decision: `d${(seq - 1) % 2}`, move: {}, index: 0, second: -1, iterations: 0, worth: 0 },
  });
  const stored: StoredTable = { id: 'l', about: structuredClone(document), people, updated: 1, finished: false };
  const kept: number[] = [];
  const table = new LocalTable(engine, stored, (_, from, added) => {
    if (added.length > 0) kept.push(from);
    return store();
  });
  const messages: ServerMessage[] = [];
  const connections: Connection[] = [];
  table.source({ onMessage: (message) => messages.push(message), onConnection: (now) => connections.push(now) });
  table.start();
  return { table, messages, connections, kept, asked, engine, answerChoices: () => (choices = Infinity) };
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

it('stores each entry before it is shown, and lets bots answer', async () => {
  const { table, messages, kept } = start([0]);
  await expect.poll(() => messages.length).toBe(1);
  const answer = await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} });
  expect(answer).toMatchObject({ ok: true, seq: 2 });
  await expect.poll(() => messages.map(({ t }) => t)).toEqual(['snapshot', 'update', 'update']);
  expect(kept).toEqual([2, 3]);
});

it('shows no entry that cannot be stored', async () => {
  const { table, messages, connections } = start([0], () => Promise.reject(new Error('another page plays')));
  await expect.poll(() => messages.length).toBe(1);
  expect(await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} })).toMatchObject({
    ok: false,
    code: 'internal',
  });
  expect(messages).toHaveLength(1);
  expect(table.stopped).toBe(true);
  expect(connections.at(-1)).toEqual({ is: 'stopped', code: 0 });
});

it('shows a side only after its person took the device', async () => {
  const { table, messages } = start([0, 1]);
  await expect.poll(() => table.next).toBe(0);
  await expect.poll(() => messages.at(-1)).toMatchObject({ t: 'snapshot' });
  expect(messages.at(-1)).not.toHaveProperty('seat');
  expect(await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} })).toMatchObject({ code: 'not_allowed' });
  table.takeOver();
  await expect.poll(() => messages.at(-1)).toMatchObject({ t: 'snapshot', seat: 0 });
  await table.send({ t: 'act', id: 'b', decision: 'd0', move: {} });
  await expect.poll(() => table.due).toBe(1);
  table.passOn();
  expect(table.next).toBe(1);
  await expect.poll(() => messages.at(-1)).toMatchObject({ t: 'snapshot' });
  expect(messages.at(-1)).not.toHaveProperty('seat');
});

it('shows a move to its person, who can take it back until the device is passed on', async () => {
  const { table, messages } = start([0, 1]);
  await expect.poll(() => table.next).toBe(0);
  table.takeOver();
  await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} });
  await expect.poll(() => table.due).toBe(1);
  expect(messages.at(-1)).toMatchObject({ t: 'update', seq: 2 });
  expect(table.next).toBe(undefined);
  expect(await table.send({ t: 'takeback', id: 'b' })).toMatchObject({ ok: true, seq: 3 });
  await expect.poll(() => table.due).toBe(undefined);
  expect(table.eyes).toBe(0);
});

it('ends with the last move, whose animation a snapshot would cut', async () => {
  for (const people of [[0], [0, 1]]) {
    const { table, messages } = start(people, undefined, Infinity, 2);
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    table.takeOver();
    await expect.poll(() => messages.at(-1)).toMatchObject({ seat: 0 });
    await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} });
    await new Promise((resolve) => setTimeout(resolve));
    expect(messages.at(-2)).toMatchObject({ t: 'update', seq: 2 });
    expect(messages.at(-1)).toMatchObject({ t: 'table', seat: 0, table: { state: 'finished' } });
  }
});

it('asks a medium bot for a hint', async () => {
  const { table, asked } = start([0]);
  await expect.poll(() => table.eyes).toBe(0);
  expect(await table.hint()).toMatchObject({ index: 0, second: -1 });
  expect(asked).toContain('choose');
});

it('goes on if a move is taken back while a bot thinks about its answer', async () => {
  // The disk is slower than the bot, so that the bot is asked once more before the page knows.
  const { table, asked, kept } = start([0], () => new Promise((resolve) => setTimeout(resolve, 600)));
  await expect.poll(() => table.eyes).toBe(0);
  await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} });
  await expect.poll(() => asked.at(-1)).toBe('choose');
  expect(await table.send({ t: 'takeback', id: 'b' })).toMatchObject({ ok: true, seq: 3 });
  await expect.poll(() => asked.filter((one) => one === 'act')).toHaveLength(3);
  await new Promise((resolve) => setTimeout(resolve));
  expect(table.stopped).toBe(false);
  await table.send({ t: 'act', id: 'c', decision: 'd0', move: {} });
  await expect.poll(() => kept).toEqual([2, 3, 4, 5]);
});

it('goes on after the page was hidden for a while, which ends the engine while a bot thinks', async () => {
  const { table, messages, asked, engine, kept, answerChoices } = start([0], undefined, 0);
  await expect.poll(() => messages.length).toBe(1);
  await table.send({ t: 'act', id: 'a', decision: 'd0', move: {} });
  await expect.poll(() => asked.at(-1)).toBe('choose');
  engine.end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(table.stopped).toBe(false);
  answerChoices();
  table.hurry();
  await expect.poll(() => kept).toEqual([2, 3]);
});

it('begins after the page was hidden for a while, which ends the engine while the table begins', async () => {
  const { table, messages, engine } = start([0]);
  engine.end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(table.stopped).toBe(false);
  table.hurry();
  await expect.poll(() => messages.length).toBe(1);
});
