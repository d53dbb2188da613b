import { beforeAll, expect, it } from 'vitest';
import { check } from './check';
import { device, PoolRecord, type TestDevice } from './pool-record-kit';

let maren: TestDevice;
let tom: TestDevice;

beforeAll(async () => {
  [maren, tom] = [await device('maren', 0), await device('tom', 1)];
});

/** A record of two people and a bot, with a move of each person. */
function begin(): PoolRecord {
  const [a, b] = [
    { ...maren, index: 0 },
    { ...tom, index: 0 },
  ];
  return new PoolRecord(a, b).command({ by: a }).command({ by: b });
}

const ended = (by: string, people: number[]) => ({ name: 'frame.ended', version: 1, data: { by, people } });
const event = (name: string, data: object) => ({ name: `frame.${name}`, version: 1, data });

/** Adds an act of a person to a record: its events, of which the first names the seat. */
function act(game: PoolRecord, seat: number, events: object[], more: object = {}): PoolRecord {
  return game.system('', {}, { seat, command: `e${game.entries.length}`, events, ...more });
}

const propose = (game: PoolRecord, seat: number, ...more: object[]) =>
  act(game, seat, [event('stop_proposed', { seat }), ...more]);
const agree = (game: PoolRecord, seat: number, proposal: number, ...more: object[]) =>
  act(game, seat, [event('stop_agreed', { seat, proposal }), ...more]);
const decline = (game: PoolRecord, seat: number, proposal: number) =>
  act(game, seat, [event('stop_declined', { seat, proposal })]);
const concede = (game: PoolRecord, seat: number, level: string, ...more: object[]) =>
  act(game, seat, [event('conceded', { seat, level }), ...more]);

const stopped = { winners: [], scores: [0, 0, 0], ended: 'agreement' };
const wrongOf = async (game: PoolRecord, outcome: object | null) => (await check(game.export({ outcome }))).wrong;

it('holds for a stop that all persons agreed, and for concessions', async () => {
  const game = propose(begin(), 0); // entry 4
  decline(game, 1, 4);
  propose(game, 1); // entry 6
  agree(game, 0, 6, ended('agreement', [0, 1]));
  expect(await wrongOf(game, stopped)).toBeUndefined();

  const given = concede(begin(), 1, 'medium');
  expect(await wrongOf(given, { winners: [0], scores: [1, 2, 3], conceded: [1] })).toBeUndefined();
  concede(given, 0, '', ended('concession', []));
  const last = { winners: [2], scores: [1, 2, 3], conceded: [1, 0], ended: 'concession' };
  expect(await wrongOf(given, last)).toBeUndefined();
});

it('holds for a table that the operator closed', async () => {
  const game = act(propose(begin(), 0), -1, [event('closed', {})], { actor: 'timer' });
  expect(await wrongOf(game, { ...stopped, ended: 'operator' })).toBeUndefined();
  expect(await wrongOf(game, { ...stopped, ended: 'operator', winners: [0] })).toEqual({ check: 'ending' });
  expect(await wrongOf(game, stopped)).toEqual({ check: 'ending' });
});

it('does not ask a person for whom a bot plays', async () => {
  const over = event('taken_over', { seat: 1, level: 'easy' });
  const game = act(propose(begin(), 0), 1, [over], { actor: 'timer' });
  act(game, -1, [ended('agreement', [0])], { actor: 'timer' });
  expect(await wrongOf(game, stopped)).toBeUndefined();
});

it('finds forged concessions, stops and ends', async () => {
  const forged: Record<string, (game: PoolRecord) => PoolRecord> = {
    'a concession by nobody': (game) => concede(game, -1, 'easy'),
    'a concession of a bot': (game) => concede(game, 2, 'easy'),
    'a concession in the name of another': (game) => act(game, 0, [event('conceded', { seat: 1, level: 'easy' })]),
    'a concession by the host': (game) =>
      act(game, 0, [event('conceded', { seat: 0, level: 'easy' })], { actor: 'host' }),
    'a second concession': (game) => concede(concede(game, 0, 'easy'), 0, 'easy'),
    'a concession that ends the table unsaid': (game) => concede(concede(game, 0, 'easy'), 1, 'easy'),
    'a return after a concession': (game) => act(concede(game, 0, 'easy'), 1, [event('returned', { seat: 0 })]),
    'a stop without the agreement of all': (game) => propose(game, 0, ended('agreement', [0])),
    'a stop with wrong people': (game) => agree(propose(game, 0), 1, 4, ended('agreement', [1])),
    'an agreement to no proposal': (game) => agree(game, 1, 3),
    'an agreement after a withdrawal': (game) => agree(decline(propose(game, 0), 0, 4), 1, 4),
    'an agreement by the proposer': (game) => agree(propose(game, 0), 0, 4),
    'a second proposal': (game) => propose(propose(game, 0), 1),
    'an unsaid stop': (game) => agree(propose(game, 0), 1, 4),
    'an end of nothing': (game) => act(game, -1, [ended('agreement', [0, 1])], { actor: 'timer' }),
    'an end for another reason': (game) => propose(game, 0, ended('hunger', [0, 1])),
    'a closing by a player': (game) => act(game, 0, [event('closed', {})]),
    'a closing beside other events': (game) =>
      act(game, -1, [event('closed', {}), event('left', { seat: 0 })], { actor: 'timer' }),
    'an entry after the closing': (game) =>
      act(act(game, -1, [event('closed', {})], { actor: 'timer' }), 0, [event('left', { seat: 0 })]),
    'an entry after the end': (game) =>
      act(agree(propose(game, 0), 1, 4, ended('agreement', [0, 1])), 0, [event('left', { seat: 0 })]),
  };
  for (const [name, forge] of Object.entries(forged)) {
    const game = forge(begin());
    expect({ name, wrong: await wrongOf(game, stopped) }).toEqual({
      name,
      wrong: { check: 'ending', seq: game.entries.length },
    });
  }
});

it('finds an outcome that differs from the log', async () => {
  const game = () => agree(propose(begin(), 0), 1, 4, ended('agreement', [0, 1]));
  for (const outcome of [
    null,
    { winners: [], scores: [] },
    { ...stopped, winners: [0] },
    { ...stopped, conceded: [1] },
  ])
    expect(await wrongOf(game(), outcome)).toEqual({ check: 'ending' });
  const given = { winners: [1], scores: [1, 2, 3], conceded: [1] };
  expect(await wrongOf(concede(begin(), 1, 'easy'), given)).toEqual({ check: 'ending' });
});
