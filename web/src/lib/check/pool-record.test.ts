import { beforeAll, describe, expect, it } from 'vitest';
import { check } from './check';
import type { Expected } from './checking';
import { device, PoolRecord, seal, table, type TestCommand, type TestDevice } from './pool-record-kit';
import type { Found } from './steps';

let maren: TestDevice;
let tom: TestDevice;
let phone: TestDevice;

beforeAll(async () => {
  [maren, tom, phone] = [await device('maren', 0), await device('tom', 1), await device('phone', 0)];
});

const fresh = (by: TestDevice): TestDevice => ({ ...by, index: 0 });

/** The players' devices and a record that begins with two proved moves. */
function begin(changes?: Record<string, unknown>): { game: PoolRecord; a: TestDevice; b: TestDevice; c: TestDevice } {
  const [a, b, c] = [fresh(maren), fresh(tom), fresh(phone)];
  const game = new PoolRecord(a, b, changes).command({ by: a, draws: [6, 6] }).command({ by: b });
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

describe('a document that was changed, with all hashes computed anew', () => {
  const zero = '00'.repeat(32);
  it.each<[string, object]>([
    ['start', { table: 'another' }],
    ['start', { title: 'druids' }],
    ['start', { createdAt: 8 }],
    ['start', { options: { hints: 0 } }],
    ['start', { contributions: ['08'.repeat(32), '', ''] }],
    ['start', { contributions: [] }],
    ['commitment', { secret: zero }],
    ['document', { commitment: 'x' }],
  ])('fails at the check of the %s: %o', async (check, changes) => {
    expect((await wrongOf(begin().game.export(changes)))?.check).toBe(check);
  });

  it.each<[string, number, object]>([
    ['names', 0, { name: 'Martin' }],
    ['names', 2, { name: 'Bot' }],
    ['names', 1, { heirs: ['Kim'] }],
    ['start', 0, { bot: 'easy' }],
    ['start', 2, { bot: 'easy' }],
    ['start', 1, { color: 'black' }],
    ['document', 1, { more: 1 }],
  ])('fails at the check of the %s if seat %i has %o', async (check, at, changes) => {
    const { game } = begin();
    Object.assign(game.seats[at] ?? {}, changes);
    expect((await wrongOf(game.export()))?.check).toBe(check);
  });

  it.each<[string, Record<string, unknown>]>([
    ['start', { chance: 1 }],
    ['start', { created: 6 }],
    ['start', { bots: ['', '', 'easy'] }],
    ['start', { names: [] }],
    ['start', { names: ['', '', ''] }],
    ['start', { answers: [] }],
    ['start', { more: 1 }],
  ])('fails at the check of the %s if it states %o', async (check, changes) => {
    expect((await wrongOf(begin(changes).game.export()))?.check).toBe(check);
  });

  const answerOf = (game: PoolRecord, seat: number): Record<string, unknown> => {
    const [event] = game.entries[0]?.entry.events as { data: { answers: Record<string, unknown>[] } }[];
    return event?.data.answers[seat] ?? {};
  };
  it.each<[string, number, object]>([
    ['start', 0, { declined: true }],
    ['start', 0, { device: '' }],
    ['start', 2, { declined: true }],
    ['start', 1, { signature: '' }],
    ['proofs', 1, { chain: zero }],
    ['proofs', 0, { device: '', chain: '', signature: '' }],
    ['proofs', 0, { signature: '11'.repeat(64) }],
  ])('fails at the check of the %s if the answer of seat %i has %o', async (check, seat, changes) => {
    const { game, a, b } = begin();
    Object.assign(answerOf(game, seat), changes);
    // Without later signed heads, which a changed first entry would break.
    game.entries.length = 1;
    game.command({ by: { ...(seat === 0 ? a : b), index: 0 }, proof: 'reveal', draws: [] });
    expect((await wrongOf(game.export()))?.check).toBe(check);
  });

  it('counts an erased name', async () => {
    const { game } = begin();
    Object.assign(game.seats[0] ?? {}, { name: '' });
    expect(await check(game.export())).toMatchObject({ erased: 1 });
    expect(await wrongOf(game.export())).toBeUndefined();
  });
});

describe('an entry that was changed, with all hashes computed anew', () => {
  const forged = async (at: number, change: (entry: Record<string, unknown>) => void): Promise<Found['wrong']> => {
    const { game } = begin();
    const entries = game.entries.map(({ entry }) => ({ entry: structuredClone(entry) }));
    change(entries[at - 1]?.entry ?? {});
    const doc = JSON.parse(game.export()) as Record<string, unknown>;
    delete doc.digest;
    return wrongOf(seal({ ...doc, entries }));
  };

  it.each<[string, number, number, object]>([
    ['salts', 3, 3, { salt: '00'.repeat(32) }],
    ['proofs', 3, 3, { move: { do: 'pass' } }],
    ['proofs', 3, 3, { decision: '1-2' }],
    ['proofs', 3, 3, { command: 'c9' }],
    ['proofs', 3, 3, { seat: 0 }],
    ['form', 3, 3, { actor: 'timer' }],
    ['form', 3, 3, { kind: 'frame' }],
    ['proofs', 3, 3, { voids: [{ device: '00'.repeat(32), index: 1, seat: 0 }] }],
    ['proofs', 3, 3, { voids: [{ device: '00'.repeat(32), index: 1, seat: 9 }] }],
    ['proofs', 3, 3, { voids: [] }],
    ['form', 3, 3, { draws: [{ what: 'die', of: 6, is: 6 }] }],
    ['form', 3, 3, { draws: [{ what: 'die', of: 0, is: 0 }] }],
    // The next signed command names the history that its player had seen.
    ['proofs', 3, 2, { time: 10 }],
  ])('fails at the check of the %s at entry %i if entry %i has %o', async (check, seq, at, changes) => {
    expect(await forged(at, (entry) => Object.assign(entry, changes))).toEqual({ check, seq });
  });

  it('fails if the start has voids', async () => {
    const voids = [{ device: maren.key, index: 1, seat: 0 }];
    expect(await forged(1, (entry) => Object.assign(entry, { voids }))).toEqual({ check: 'proofs', seq: 1 });
  });

  it('fails if a person acts on the seat of a bot', async () => {
    const wrong = await forged(3, (entry) => {
      entry.seat = 2;
      delete entry.proof;
    });
    expect(wrong).toEqual({ check: 'form', seq: 3 });
  });

  it.each<[string, NonNullable<TestCommand['forge']>, string]>([
    ['a reveal that is not of the chain', (proof) => (proof.reveal = '00'.repeat(32)), 'proofs'],
    ['another index', (proof) => (proof.index = 3), 'proofs'],
    ['a used index', (proof) => (proof.index = 1), 'proofs'],
    ['a signature of nobody', (proof) => (proof.signature = '00'.repeat(64)), 'proofs'],
    [
      'no signature, but an unknown device',
      (proof) => Object.assign(proof, { signature: '', device: '11'.repeat(32) }),
      'proofs',
    ],
    ['another head', (proof) => (proof.head = '00'.repeat(24)), 'proofs'],
    ['an old head', (proof) => (proof.seq = 1), 'proofs'],
    ['a head of the future', (proof) => (proof.seq = 9), 'proofs'],
    ['no head', (proof) => Object.assign(proof, { head: '', seq: 0 }), 'proofs'],
    ['no signature, but a head', (proof) => (proof.signature = ''), 'proofs'],
    ['nothing', (proof) => Object.assign(proof, { reveal: '', index: 0, signature: '', head: '', seq: 0 }), 'proofs'],
    ['no device', (proof) => (proof.device = ''), 'proofs'],
    ['no reveal, but an index', (proof) => (proof.reveal = ''), 'proofs'],
  ])('fails at a proof with %s', async (_, forge, check) => {
    const { game, a } = begin();
    game.command({ by: a, forge, draws: [] });
    expect(await wrongOf(game.export())).toEqual({ check, seq: 4 });
  });
});

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
