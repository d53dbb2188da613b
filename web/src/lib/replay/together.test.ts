// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { Line, snapshot } from '../net/socket-test-kit';
import type { Moments, Shown } from './moments';
import { Replay } from './replay.svelte.ts';
import { newGroup, Together } from './together.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
const outline = { kind: 'move', seat: 0, actor: 'player', time: 0, events: [], owing: [], scores: [] };
const shown: Shown = { message: { t: 'pong' }, hands: [] };

/** A replay of twenty entries, which notes what it was asked for. */
function replayOf(): { replay: Replay; asked: string[] } {
  const asked: string[] = [];
  const moments: Moments = {
    ownEyes: false,
    open: () =>
      Promise.resolve({
        seats: [0, 1].map((seat) => ({ seat, color: 'red' })),
        entries: Array.from({ length: 20 }, () => outline),
      }),
    snapshot: (seq, eyes) => {
      asked.push(`snapshot ${seq} ${String(eyes)}`);
      return Promise.resolve(shown);
    },
    update: (seq, eyes) => {
      asked.push(`update ${seq} ${String(eyes)}`);
      return Promise.resolve(shown);
    },
    log: () => Promise.resolve({ entries: [], more: false }),
  };
  return { replay: new Replay(moments, 'meduris'), asked };
}

async function together(): Promise<{ replay: Replay; asked: string[]; one: Together; line: Line }> {
  const { replay, asked } = replayOf();
  await replay.open();
  const lines: Line[] = [];
  const one = new Together('t', undefined, 'ab12cd34', replay, {
    open: (url, _, listener) => {
      const line = new Line(url, listener);
      lines.push(line);
      return line;
    },
    random: () => 1,
  });
  one.start();
  const [line] = lines;
  if (!line) throw new Error('no connection was opened');
  line.open();
  line.say(snapshot(3));
  return { replay, asked, one, line };
}

const said = ({ sent }: Line): Record<string, unknown>[] =>
  sent.map((text) => {
    const { t, group, at, to } = JSON.parse(text) as Record<string, unknown>;
    return { t, group, ...(at ? { at } : {}), ...(to ? { to } : {}) };
  });
const state = (you: number, leader: number, at?: object): object => ({
  ...{ t: 'watch', group: 'ab12cd34', you, leader, members: [{ number: 1, name: 'Ada' }, { number: 2 }] },
  ...(at ? { at } : {}),
});
const message = (more: object): object => ({ t: 'watch', group: 'ab12cd34', ...more });

it('joins with its moment, and sends nothing but what a group may know', async () => {
  const { line } = await together();
  expect(said(line)).toEqual([message({ at: { seq: 1, eyes: -1 } })]);
  expect(newGroup()).toMatch(/^[0-9a-f]{20}$/);
});

it('follows the leader: the next entry as a step, others at once, with the same eyes', async () => {
  const { replay, asked, one, line } = await together();
  line.say(state(2, 1, { seq: 2, eyes: -1 }));
  await vi.advanceTimersByTimeAsync(0);
  line.say(state(2, 1, { seq: 9, eyes: -2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['update 2 undefined', 'snapshot 9 open']);
  expect([replay.seq, replay.eyes, one.own, one.leads]).toEqual([9, 'open', false, false]);
  expect(said(line)).toHaveLength(1);
});

it('keeps an own view until the reader follows again', async () => {
  const { replay, one, line } = await together();
  line.say(state(2, 1, { seq: 5, eyes: 0 }));
  replay.go(12);
  line.say(state(2, 1, { seq: 6, eyes: 0 }));
  expect([one.own, replay.seq]).toEqual([true, 12]);
  one.follow();
  expect([one.own, replay.seq, replay.eyes]).toEqual([false, 6, 0]);
});

it('shows its moments as the leader, at most four a second and always the last one', async () => {
  const { replay, one, line } = await together();
  line.say(state(1, 1, { seq: 1, eyes: -1 }));
  const before = line.sent.length;
  for (const seq of [4, 5, 6, 7]) {
    replay.go(seq);
    one.show();
  }
  line.say(state(1, 1, { seq: 4, eyes: -1 }));
  expect(replay.seq).toBe(7);
  await vi.advanceTimersByTimeAsync(300);
  const shownMoments = said(line).slice(before);
  expect(shownMoments.at(-1)).toEqual(message({ at: { seq: 7, eyes: -1 } }));
  expect(shownMoments.length).toBeLessThanOrEqual(3);
  one.pass(2);
  expect(said(line).at(-1)).toEqual(message({ to: 2 }));
});

it('says so if the server refuses the group', async () => {
  const { one, line } = await together();
  const { id } = JSON.parse(line.sent[0] ?? '{}') as { id: string };
  line.say({ t: 'result', id, ok: false, error: { code: 'table_running', message: '' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(one.failed).toBe(true);
});

it('answers every command itself: a replay reaches no table', async () => {
  const { replay } = await together();
  const answer = await replay.send({ t: 'act', id: 'a', decision: 'd', move: { do: 'it' } });
  expect(answer).toMatchObject({ ok: false, code: 'stopped' });
});
