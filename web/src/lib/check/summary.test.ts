import { expect, it } from 'vitest';
import { exportOf, recorded } from './record-kit';
import { summarize, type Summary } from './summary';

const summary = (doc: object): Summary => {
  const got = summarize(JSON.stringify({ nemetonExport: 2, ...doc }));
  if (typeof got === 'string') throw new Error(got);
  return got;
};

it('states the table, the players and the outcome of a recorded game', () => {
  const game = recorded('druids');
  const { winners, scores } = game.outcome as { winners: number[]; scores: number[] };
  const got = summarize(exportOf('druids')) as Summary;
  expect(got).toMatchObject({ table: game.table, title: 'druids', finished: true });
  expect(got.entries).toBe(game.entries.length);
  expect(got.seats.map(({ name, color }) => ({ name, color }))).toEqual(
    game.seats.map(({ name, color }) => ({ name, color })),
  );
  expect(got.seats.map(({ score }) => score)).toEqual(scores);
  expect(got.seats.filter(({ won }) => won).map(({ seat }) => seat)).toEqual(winners);
});

it('states bots, deleted names and heirs', () => {
  const seats = [
    { seat: 0, color: 'red', name: 'Ada', heirs: ['Ben', ''] },
    { seat: 1, color: 'blue', name: '', bot: 'hard' },
  ];
  expect(summary({ seats }).seats).toMatchObject([
    { name: 'Ada', heirs: ['Ben', ''], bot: '', score: undefined, won: false },
    { name: '', heirs: [], bot: 'hard' },
  ]);
});

it('knows no other text', () => {
  for (const text of ['', '<html>', '[]', 'null', '{}', '{"nemetonExport":"2"}'])
    expect(summarize(text), text).toBe('unreadable');
  for (const version of [1, 3]) expect(summarize(`{"nemetonExport":${version}}`)).toBe('newer');
});

it('cuts texts that would freeze the page, and accents that would cover it', () => {
  const long = 'x'.repeat(1 << 20);
  const got = summary({ table: long, title: long, seats: [{ color: long, name: long, bot: long, heirs: [long] }] });
  expect(JSON.stringify(got).length).toBeLessThan(6 * 2200);
  expect(summary({ seats: [{ name: `a${'\u0301'.repeat(1000)}b` }] }).seats[0]?.name).toBe(`a${'\u0301'.repeat(4)}b`);
});

it('shows a faulty record as far as it can be read', () => {
  const odd = { seats: [3, { name: 4, heirs: 'x' }], outcome: [], entries: {}, createdAt: 1e300, commitment: 'ab' };
  expect(summary(odd)).toEqual({
    table: '',
    title: '',
    created: undefined,
    entries: 0,
    commitment: '',
    finished: false,
    seats: [{ seat: 0, color: '', name: '', bot: '', heirs: [], score: undefined, won: false }],
  });
  expect(summary({ seats: Array(1000).fill({}) }).seats).toHaveLength(12);
});
