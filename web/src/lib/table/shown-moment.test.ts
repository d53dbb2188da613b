// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { Animator } from '../animation/animator.svelte.ts';
import type { AnimationSpeed, AnimationStep, EntryChange } from '../animation/step';
import type { Seat } from '../wire/table';
import { ShownMoment } from './shown-moment.svelte.ts';
import { openModel } from './model-test-kit';

const seat = (n: number, more: Partial<Seat> = {}): Seat =>
  seatOf(n, { player: { id: `p${n}`, name: `P${n}` }, ...more });
const table = tableWith({ seq: 1, seats: [seat(0), seat(1)] });
const decision = (id: string, at: number): object => ({
  id,
  seat: at,
  kind: 'turn',
  moves: at === 0 ? [{ do: id }] : [],
});
const snapshot = (decisions: object[], more: object = {}): object => ({
  ...{ t: 'snapshot', seq: 1, you: { seat: 0 }, table, view: { n: 1 }, decisions },
  ...more,
});
const update = (seq: number, decisions: object[], view: object = {}): object => ({
  ...{ t: 'update', seq, decisions, view: { n: seq, ...view } },
  events: [
    { name: `${seq}.1`, data: {} },
    { name: `${seq}.2`, data: {} },
  ],
});

/** Each event takes 100 ms, and the view during it has its name. */
const animate = ({ events }: EntryChange): AnimationStep[] =>
  events.map((event) => ({ event, ms: 100, view: { n: event.name } }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});

function setup(speed: AnimationSpeed = 'normal') {
  const opened = openModel({
    entryAdded: (change) => animator.add(change),
    snapshotReceived: (_seq, view) => animator.jump(view),
  });
  const { model } = opened;
  const animator = new Animator(
    () => animate,
    () => speed,
  );
  const moment = new ShownMoment(model, animator);
  const say = (message: object): void => {
    opened.say(message);
    flushSync();
  };
  /** Everything that the page shows, in short. */
  const shown = (): object => ({
    view: moment.view['n'],
    asked: moment.decisions.map(({ id }) => id),
    mine: moment.mine?.id,
    log: moment.lines.flatMap(({ events }) => events.map(({ name }) => name)),
    over: moment.outcome !== undefined,
  });
  return { model, animator, moment, say, shown };
}

it('shows board, prompt, log and result of the same step', () => {
  const { say, shown } = setup();
  say(snapshot([decision('a', 1)]));
  expect(shown()).toEqual({ view: 1, asked: ['a'], mine: undefined, log: [], over: false });

  const outcome = { winners: [0], scores: [1, 2] };
  say(update(2, [decision('b', 0)]));
  say(update(3, [], { outcome }));
  expect(shown()).toEqual({ view: '2.1', asked: [], mine: undefined, log: ['2.1'], over: false });
  vi.advanceTimersByTime(100);
  expect(shown()).toEqual({ view: '2.2', asked: [], mine: undefined, log: ['2.1', '2.2'], over: false });
  vi.advanceTimersByTime(60);
  expect(shown()).toEqual({ view: '3.1', asked: [], mine: undefined, log: ['2.1', '2.2', '3.1'], over: false });
  vi.runAllTimers();
  const log = ['2.1', '2.2', '3.1', '3.2'];
  expect(shown()).toEqual({ view: 3, asked: [], mine: undefined, log, over: true });
});

it('opens the reader’s decision after the animation of the entry that asks it', () => {
  const { say, shown } = setup();
  say(snapshot([decision('a', 1)]));
  say(update(2, [decision('b', 0)]));
  expect(shown()).toMatchObject({ asked: [], mine: undefined });
  vi.runAllTimers();
  expect(shown()).toMatchObject({ asked: ['b'], mine: 'b' });
});

it('keeps a decision open that an entry does not touch, such as one of several at once', () => {
  const { say, shown } = setup();
  say(snapshot([decision('a', 0), decision('b', 1)]));
  say(update(2, [decision('a', 0)]));
  expect(shown()).toMatchObject({ view: '2.1', asked: ['a'], mine: 'a' });
  // The reader's seat decided meanwhile, on another device.
  say(update(3, []));
  expect(shown()).toMatchObject({ view: '2.1', asked: ['a'], mine: undefined });
});

it('shows the newest moment at once after a skip, and without animations', () => {
  const { say, shown, animator } = setup();
  say(snapshot([decision('a', 1)]));
  say(update(2, [decision('b', 0)]));
  animator.skip();
  expect(shown()).toMatchObject({ view: 2, mine: 'b', log: ['2.1', '2.2'] });

  const still = setup('off');
  still.say(snapshot([decision('a', 1)]));
  still.say(update(2, [decision('b', 0)]));
  expect(still.shown()).toMatchObject({ view: 2, mine: 'b', log: ['2.1', '2.2'] });
});

it('offers nothing while a bot plays the reader’s seat', () => {
  const { say, shown } = setup();
  const played = { ...table, seats: [seat(0, { standIn: 'easy' }), seat(1)] };
  say(snapshot([decision('a', 0)], { table: played }));
  expect(shown()).toMatchObject({ asked: ['a'], mine: undefined });
  say({ t: 'table', you: { seat: 0 }, table });
  expect(shown()).toMatchObject({ asked: ['a'], mine: 'a' });
});

it('keeps the whole log during a replay of the end', () => {
  const { say, shown, animator } = setup();
  say(snapshot([]));
  say(update(2, [], { outcome: { winners: [0], scores: [1, 2] } }));
  vi.runAllTimers();
  animator.replay({
    seq: 0,
    events: [{ name: '2.2', data: {} }],
    views: [{ n: 2 }],
    before: { n: 1 },
    after: { n: 2 },
  });
  expect(shown()).toMatchObject({ view: '2.2', log: ['2.1', '2.2'], over: false });
  vi.runAllTimers();
  expect(shown()).toMatchObject({ view: 2, over: true });
});
