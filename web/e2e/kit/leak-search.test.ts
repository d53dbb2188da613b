import { describe, expect, test } from 'vitest';
import { handsOf, search, type Reader } from './leak-search';
import { Received } from './traffic';

const counts = (wood: number, wool: number, copper: number, stone: number) => ({ wood, wool, copper, stone });
const message = (body: object): Received => new Received(0, 'socket', '/', body);
const update = (seq: number, more: object): Received => message({ t: 'update', seq, ...more });
const ownHands: Reader = { name: 'Ada', seat: 0, received: [update(5, { view: { hand: counts(1, 2, 3, 5) } })] };
const hands = handsOf([ownHands]);

/** Returns the leaks in one message to seat 1. */
const leaks = (more: object): string[] => search({ name: 'Ben', seat: 1, received: [update(5, more)] }, hands).leaks;

describe('the search for leaks', () => {
  test.for<[string, object]>([
    ['the stock', { view: { stock: counts(9, 9, 9, 9) } }],
    ['my own hand', { view: { hand: counts(1, 2, 3, 5) } }],
    ['a public payment', { events: [{ name: 'paid', data: { seat: 0, tokens: counts(1, 0, 0, 0) } }] }],
    ['my own payment', { view: { payment: { seat: 1, own: { due: counts(1, 0, 0, 0) } } } }],
    ['how I may pay', { decisions: [{ id: 'x', seat: 1, moves: [{ do: 'replace', due: counts(0, 1, 0, 0) }] }] }],
    ['the fact that a player chose', { events: [{ name: 'loss_chosen', data: { seat: 0 } }] }],
  ])('accepts %s', ([, more]) => {
    expect(leaks(more)).toEqual([]);
  });

  test.for<[string, object]>([
    ['all hands', { view: { hands: [counts(1, 2, 3, 5)] } }],
    ["another's hand under a new name", { view: { players: [{ seat: 0, store: counts(4, 4, 4, 4) }] } }],
    ["another's hand as a bare list", { view: { players: [{ seat: 0, x: [1, 2, 3, 5] }] } }],
    ["another's hand under other names, in another order", { view: { q: { a: 5, b: 3, c: 2, d: 1 } } }],
    ["another's moves", { decisions: [{ id: 'x', seat: 0, moves: [{ material: 'wood' }] }] }],
    ["another's payment", { view: { payment: { seat: 0, own: { goal: {} } } } }],
    ["another's goal", { events: [{ name: 'payment_begun', data: { seat: 0, goal: { do: 'hut' } } }] }],
    ["another's choice", { events: [{ name: 'loss_chosen', data: { seat: 0, material: 'wood' } }] }],
    ["the table's secret", { table: { secret: 'abc' } }],
    ['a hash', { entries: [{ seq: 5, hash: 'abc', events: [] }] }],
  ])('finds %s', ([, more]) => {
    expect(leaks(more)).not.toEqual([]);
  });

  test('finds a hand sent to a spectator', () => {
    const spectator: Reader = {
      name: 'Eve',
      seat: undefined,
      received: [update(5, { view: { hand: counts(0, 0, 0, 1) } })],
    };
    expect(search(spectator, hands).leaks).not.toEqual([]);
  });

  test('finds an old hand in a log that is requested later', () => {
    const received = [
      update(90, {}),
      message({ entries: [{ seq: 5, events: [{ name: 'x', data: { y: [1, 2, 3, 5] } }] }] }),
    ];
    expect(search({ name: 'Ben', seat: 1, received }, hands).leaks).not.toEqual([]);
  });
});
