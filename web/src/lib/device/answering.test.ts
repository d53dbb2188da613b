// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import type * as memories from '../check/memory';
import type { Table } from '../wire/table';
import type * as module from './answering';
import { dropTable } from './records';
import { statement } from './statements';
import { isSigned } from './verify';
import { eventually } from '../../eventually';

const commitment = 'ab'.repeat(32);

/** An open table with the player "me" on a seat. */
function table(contributed: boolean, more: Partial<Table> = {}): Table {
  const seats = [
    seatOf(0, { player: { id: 'other', name: 'Ada' }, contributed: false }),
    seatOf(1, { player: { id: 'me', name: 'Ben' }, contributed }),
  ];
  return tableWith({ title: 'meduris', state: 'open', host: 'me', seq: 0, commitment, seats, ...more });
}

interface Body {
  contribution: string;
  device: string;
  chain: string;
  signature: string;
}
let bodies: Body[] = [];
let answers: (() => Response)[] = [];
const refuse =
  (code: string, status = 409) =>
  (): Response =>
    Response.json({ code }, { status });

let answering: module.Answering;
let memory: typeof memories;
const answered = vi.fn();

beforeEach(async () => {
  vi.resetModules();
  dropTable('t');
  [bodies, answers] = [[], []];
  answered.mockReset();
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json(table(false, { id: url.split('/').at(-1) ?? '' })));
    bodies.push(JSON.parse(body ?? '') as Body);
    return Promise.resolve((answers.shift() ?? (() => Response.json({ table: table(true) })))());
  });
  memory = await import('../check/memory');
  answering = new (await import('./answering')).Answering(answered);
  return () => answering.stop();
});

const sent = (n: number): Promise<void> => eventually(() => expect(bodies).toHaveLength(n));

it('answers with a signed contribution and a chain, once', async () => {
  answering.look(table(false), 'me');
  answering.look(table(false), 'me');
  await eventually(() => expect(answered).toHaveBeenCalledTimes(1));
  answering.look(table(true), 'me');
  const { contribution, device, chain, signature } = bodies[0] ?? ({} as Body);
  expect(contribution).toMatch(/^[0-9a-f]{64}$/);
  const text = statement('contribution', { table: 't', seat: 1, commitment, contribution, chain, device });
  expect(await isSigned(device, text, signature)).toBe(true);
  expect(memory.recall('t')).toMatchObject({ commitment, early: true, own: contribution });
  expect(bodies).toHaveLength(1);
});

it('remembers its contribution before it sends it', async () => {
  let own: string | undefined;
  answers.push(() => ((own = memory.recall('t')?.own), Response.json({ table: table(true) })));
  answering.look(table(false), 'me');
  await sent(1);
  await eventually(() => expect(own).toBe(bodies[0]?.contribution));
});

it('sends the same answer again until the server has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 50 });
  answers.push(refuse('unavailable', 503), refuse('too_fast', 429));
  answering.look(table(false), 'me');
  await sent(3);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
});

it('asks nothing more after a definite refusal, and answers a new question', async () => {
  answers.push(refuse('already_contributed'));
  answering.look(table(false), 'me');
  await eventually(() => expect(memory.recall('t')?.late).toBe(true));
  answering.look(table(false), 'me');
  expect(bodies).toHaveLength(1);
  answering.look(table(false, { seats: table(false).seats.map((each) => ({ ...each, seat: each.seat + 1 })) }), 'me');
  await sent(2);
  expect(bodies[1]?.device).not.toBe(bodies[0]?.device);
});

it('answers the new commitment of other settings with a new contribution', async () => {
  answering.look(table(false), 'me');
  await sent(1);
  const next = 'ef'.repeat(32);
  answering.look(table(false, { commitment: next, options: { hints: 0 } }), 'me');
  await sent(2);
  expect(bodies[1]?.contribution).not.toBe(bodies[0]?.contribution);
  await eventually(() =>
    expect(memory.recall('t')).toMatchObject({ commitment: next, early: true, own: bodies[1]?.contribution }),
  );
});

it('leaves the confirmation of a rematch to the player', async () => {
  answering.look(table(false), 'me');
  await sent(1);
  expect(bodies[0]).toMatchObject({ confirm: false });
});

it.each<[string, Table, string | undefined]>([
  ['a spectator', table(false), 'nobody'],
  ['a reader without a name', table(false), undefined],
  ['an answered seat', table(true), 'me'],
  ['a running table', table(false, { state: 'running' }), 'me'],
  ['a table without a commitment', table(false, { commitment: '' }), 'me'],
])('does not answer for %s', async (_, shown, player) => {
  answering.look(shown, player);
  answering.look(table(false, { id: 'u' }), 'me');
  await sent(1);
  expect(memory.recall('t')?.own).toBeUndefined();
});

it('does not answer a table whose commitment was swapped', async () => {
  memory.rememberCommitment(table(false, { commitment: 'cd'.repeat(32) }));
  answering.look(table(false), 'me');
  answering.look(table(false, { id: 'u' }), 'me');
  await sent(1);
  expect(memory.recall('t')?.own).toBeUndefined();
});
