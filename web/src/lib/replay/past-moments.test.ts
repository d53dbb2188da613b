import { expect, it } from 'vitest';
import type { LogEntry } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { Table } from '../wire/table';
import { PastMoments, type Calls } from './past-moments';

const total = 150;
const entry = (seq: number): LogEntry => ({
  ...{ seq, kind: 'move', seat: 0, actor: 'player', time: seq * 1000 },
  events: seq % 2 ? [{ name: 'turn_began', data: { seat: (seq + 1) % 4 === 0 ? 1 : 0 } }] : [],
});

/** A server with a page of three log entries, and 64 entries of the past; the first of them is whole. */
function server(): { calls: Calls; asked: number[] } {
  const asked: number[] = [];
  const calls: Calls = {
    log: (_, since) => {
      const entries = Array.from({ length: Math.min(3, total - since) }, (_, i) => entry(since + i + 1));
      return Promise.resolve({ entries, more: since + 3 < total });
    },
    past: (_, since) => {
      asked.push(since);
      const updates = Array.from({ length: Math.min(64, total - since) }, (_, i): JsonObject => {
        const seq = since + i + 1;
        const rest = { t: 'update', seq };
        return i === 0
          ? { ...rest, events: [], view: { at: seq }, decisions: [] }
          : {
              ...rest,
              steps: [{ event: { name: 'moved' }, patch: [{ op: 'replace', path: '/view/at', value: -seq }] }],
              patch: [{ op: 'replace', path: '/view/at', value: seq }],
            };
      });
      return Promise.resolve(updates);
    },
  };
  return { calls, asked };
}

const table = {
  id: 't',
  options: { hints: 1 },
  stop: { seq: 3, by: 0, agreed: [0] },
  seats: [{ seat: 0, color: 'red', bot: '', standIn: 'medium', agreed: [1], away: true, connected: false }],
  winners: [],
} as unknown as Table;

it('asks for each part of the past once, so that every entry but the first has its steps', async () => {
  const { calls, asked } = server();
  const past = new PastMoments({ table, me: 0, invite: undefined }, calls);
  const about = await past.open();
  expect(about.entries).toHaveLength(total);
  expect(about.entries.slice(0, 3).map(({ owing }) => owing)).toEqual([[0], [], [1]]);
  for (const seq of [1, 2, 63, 64, 65, 126, 127, 150]) {
    const { message } = await past.update(seq);
    expect(message).toMatchObject({ t: 'update', seq, view: { members: { at: seq } } });
    if (seq > 1) expect(message).toMatchObject({ views: [{ at: -seq }] });
  }
  expect(asked).toEqual([0, 62, 125]);
});

it('asks once for moments that are wanted at the same time', async () => {
  const { calls, asked } = server();
  const past = new PastMoments({ table, me: 0, invite: undefined }, calls);
  await Promise.all([past.update(5), past.update(6), past.snapshot(7)]);
  expect(asked).toEqual([0]);
});

it('shows the table without what goes on at it now, through the own eyes', async () => {
  const past = new PastMoments({ table, me: 0, invite: undefined }, server().calls);
  await past.open();
  const { message, hands } = await past.snapshot(7);
  expect(hands).toEqual([]);
  expect(message).toMatchObject({ t: 'snapshot', seq: 7, seat: 0, table: { seq: 7, state: 'running', options: {} } });
  if (message.t !== 'snapshot') throw new Error('no snapshot');
  expect(message.table.stop).toBeUndefined();
  expect(message.table.seats[0]).toMatchObject({ standIn: '', agreed: [], away: false, connected: true });
});

it('fails for an entry that the server does not have, and asks again', async () => {
  const { calls, asked } = server();
  const past = new PastMoments({ table, me: 0, invite: undefined }, calls);
  for (let i = 0; i < 2; i++) await expect(past.update(total + 1)).rejects.toThrow('no entry 151');
  expect(asked).toEqual([125, 125]);
});
