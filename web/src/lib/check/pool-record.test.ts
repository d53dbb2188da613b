import { beforeAll, describe, expect, it } from 'vitest';
import { check } from './check';
import type { Expected } from './checking';
import { device, PoolRecord, table, type TestDevice } from './pool-record-kit';
import type { Found } from './steps';

let maren: TestDevice;
let tom: TestDevice;
let phone: TestDevice;

beforeAll(async () => {
  [maren, tom, phone] = [await device('maren', 0), await device('tom', 1), await device('phone', 0)];
});

const fresh = (by: TestDevice): TestDevice => ({ ...by, index: 0 });

/** The players' devices and a record that begins with two proved moves. */
function begin(): { game: PoolRecord; a: TestDevice; b: TestDevice; c: TestDevice } {
  const [a, b, c] = [fresh(maren), fresh(tom), fresh(phone)];
  const game = new PoolRecord(a, b).command({ by: a, draws: [6, 6] }).command({ by: b });
  return { game, a, b, c };
}

const wrongOf = async (text: string, expected?: Expected): Promise<Found['wrong']> =>
  (await check(text, expected)).wrong;

it('holds for a whole game, and counts reveals, voids, unsigned moves, devices and protected draws', async () => {
  const { game, a, b, c } = begin();
  game
    .command({ draws: [8] })
    .command({ by: a, skip: 2 })
    .command({ by: b, proof: 'none' })
    .command({ by: a, proof: 'signature', takeBack: true, draws: [] })
    .command({ by: b, proof: 'reveal' })
    .enroll(c, a)
    .command({ by: c })
    .system('frame.left', { seat: 0 }, { voids: [{ device: c.key, index: 5, seat: 0 }] })
    .handOver('Kim')
    .enroll({ ...b, key: c.key })
    .restore()
    .command({ by: a });
  const found = await check(game.export());
  expect(found.wrong).toBeUndefined();
  expect(found).toMatchObject({ entries: 15, draws: 10, restores: 1, handedOver: [1], bare: 1, erased: 0 });
  expect(found.seats).toEqual([
    {
      bot: false,
      declined: false,
      signed: true,
      reveals: 4,
      voids: 6,
      moves: 5,
      unsigned: 0,
      confirmed: 1,
      worded: 0,
      protects: 6,
    },
    {
      bot: false,
      declined: true,
      signed: true,
      reveals: 2,
      voids: 0,
      moves: 3,
      unsigned: 2,
      confirmed: 0,
      worded: 1,
      protects: 3,
    },
    {
      bot: true,
      declined: false,
      signed: false,
      reveals: 0,
      voids: 0,
      moves: 0,
      unsigned: 0,
      confirmed: 0,
      worded: 0,
      protects: 0,
    },
  ]);
});

it('compares the remembered heads with the record, also across a restore', async () => {
  const { game, a } = begin();
  const early = { seq: 3, head: game.head() };
  game.restore().command({ by: a });
  const late = { seq: 5, head: game.head() };
  const text = game.export();
  const of = (...heads: { seq: number; head: string }[]): Promise<Found> => check(text, { table, heads });
  expect((await of(early, late)).heads).toEqual({ same: 2, lost: 0 });
  expect((await of({ seq: 4, head: early.head }, late)).heads).toEqual({ same: 1, lost: 1 });
  expect((await of({ seq: 2, head: early.head })).wrong).toEqual({ check: 'heads', seq: 2 });
  expect((await of({ seq: 5, head: `0001${early.head.slice(4)}` })).wrong).toEqual({ check: 'heads', seq: 5 });
  expect((await of({ seq: 9, head: late.head })).wrong).toEqual({ check: 'heads', seq: 9 });
});

it('counts an erased name', async () => {
  const { game } = begin();
  Object.assign(game.seats[0] ?? {}, { name: '' });
  expect(await check(game.export())).toMatchObject({ erased: 1 });
  expect(await wrongOf(game.export())).toBeUndefined();
});

// manipulated.test.ts has the changed documents and entries.
describe('devices and voids', () => {
  it('allows voids up to 1024 above the last reveal, and no higher one', async () => {
    const voided = (index: number): Promise<Found['wrong']> => {
      const voids = [{ device: maren.key, index, seat: 0 }];
      return wrongOf(begin().game.system('frame.left', { seat: 1 }, { voids }).export());
    };
    expect(await voided(1025)).toBeUndefined();
    expect(await voided(1026)).toEqual({ check: 'proofs', seq: 4 });
  });

  it('accepts a signed command once', async () => {
    const { game, a } = begin();
    game.command({ by: a, proof: 'signature', takeBack: true, draws: [] });
    const { entry } = game.entries.at(-1) ?? {};
    expect(await wrongOf(game.export())).toBeUndefined();
    const { command, proof } = entry ?? {};
    game.system('frame.taken_back', { seat: 0, to: 1 }, { command, proof, decision: '', move: null });
    expect(await wrongOf(game.export())).toEqual({ check: 'proofs', seq: 5 });
  });

  it('allows a gap of 1024 reveals, and no larger one', async () => {
    const { game, a } = begin();
    expect(await wrongOf(game.command({ by: a, skip: 1023 }).export())).toBeUndefined();
    expect(await wrongOf(game.command({ by: a, skip: 1024 }).export())).toEqual({ check: 'proofs', seq: 5 });
  });

  it('accepts no reveal up to a void one, and no void twice', async () => {
    const of = (index: number): object => ({ voids: [{ device: maren.key, index, seat: 0 }] });
    const { game, a } = begin();
    game.system('frame.left', { seat: 1 }, of(3));
    expect(await wrongOf(begin().game.system('frame.left', { seat: 1 }, of(1)).export())).toEqual({
      check: 'proofs',
      seq: 4,
    });
    expect(await wrongOf(begin().game.system('frame.left', { seat: 1 }, of(20_000)).export())).toEqual({
      check: 'proofs',
      seq: 4,
    });
    expect((await check(game.export())).seats[0]).toMatchObject({ reveals: 1, voids: 2 });
    game.command({ by: a, skip: 1 });
    expect(await wrongOf(game.export())).toEqual({ check: 'proofs', seq: 5 });
    const again = begin();
    again.game.system('frame.left', { seat: 1 }, of(3)).system('frame.returned', { seat: 1 }, of(3));
    expect(await wrongOf(again.game.export())).toEqual({ check: 'proofs', seq: 5 });
  });

  it('refuses devices that nobody confirmed, and devices after a handover', async () => {
    const unknown = begin();
    unknown.game.enroll(unknown.c, { ...unknown.b, seat: 0 });
    expect(await wrongOf(unknown.game.export())).toEqual({ check: 'proofs', seq: 4 });

    const other = begin();
    const { key } = other.a;
    other.game.enroll(other.c, { ...other.b, key });
    expect(await wrongOf(other.game.export())).toEqual({ check: 'proofs', seq: 4 });

    const twice = begin();
    expect(await wrongOf(twice.game.enroll(twice.a).export())).toEqual({ check: 'proofs', seq: 4 });

    const gone = begin();
    gone.game.handOver('Kim').command({ by: gone.b });
    expect(await wrongOf(gone.game.export())).toEqual({ check: 'proofs', seq: 5 });
  });

  it('accepts no void of an ended device, and another anchor of a key that comes back', async () => {
    const { game, b } = begin();
    game.handOver('Kim');
    const voids = [{ device: b.key, index: 5, seat: 1 }];
    const ended = begin().game.handOver('Kim').system('frame.left', { seat: 1 }, { voids });
    expect(await wrongOf(ended.export())).toEqual({ check: 'proofs', seq: 5 });

    const { chain } = await device('another', 1);
    game.enroll({ ...b, chain });
    expect(await wrongOf(game.export())).toBeUndefined();
  });

  it('replaces the oldest of eight devices', async () => {
    const { game, a, c } = begin();
    for (let n = 0; n < 7; n++) game.enroll({ ...c, key: `${n}`.repeat(64) });
    expect(await wrongOf(game.command({ by: a }).export())).toBeUndefined();
    game.enroll({ ...c, key: '7'.repeat(64) }).command({ by: a });
    expect(await wrongOf(game.export())).toEqual({ check: 'proofs', seq: 13 });
  });

  it('does not begin a chain anew when its device comes back', async () => {
    const { game, a, b } = begin();
    game
      .handOver('Kim')
      .enroll(b)
      .command({ by: { ...b, index: 0 } });
    expect(await wrongOf(game.export())).toEqual({ check: 'proofs', seq: 6 });
    expect(a.index).toBe(1);
  });
});

it('lets the page react while it checks a record that costs much', async () => {
  const { game, a } = begin();
  for (let n = 0; n < 15; n++) game.command({ by: a, skip: 1023, draws: [] });
  let turns = 0;
  const timer = setInterval(() => turns++);
  expect(await wrongOf(game.export())).toBeUndefined();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
