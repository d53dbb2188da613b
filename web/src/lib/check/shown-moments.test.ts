import { beforeEach, describe, expect, it, vi } from 'vitest';
import { momentDigest, recallMoments, ShownMoments, type RememberedMoment, type Shelf } from './shown-moments';
import { ranges } from './shown-report';

type Key = [string, number];

/** A storage in memory. */
class MemoryShelf implements Shelf {
  private readonly all = new Map<string, RememberedMoment[]>();
  get = (key: Key) => Promise.resolve(this.all.get(JSON.stringify(key)));
  update = (key: Key, change: (before: RememberedMoment[] | undefined) => RememberedMoment[]) => {
    this.all.set(JSON.stringify(key), change(this.all.get(JSON.stringify(key))));
    return Promise.resolve();
  };
  keys = () => Promise.resolve([...this.all.keys()].map((key) => JSON.parse(key) as Key));
  drop = (keys: Key[]) => {
    for (const key of keys) this.all.delete(JSON.stringify(key));
    return Promise.resolve();
  };
}

const view = (points: number) => ({ points, canTakeBack: false });
const events = (points: number) => [{ name: 'scored', data: { points } }];

beforeEach(() => vi.useFakeTimers());
describe('the digest of a moment', () => {
  it('is that of the engine', () => {
    // A test of engine/inbrowser has the same one.
    expect(momentDigest({ canTakeBack: false, b: [1, -2, true, null], a: 'é <\u2028>' })).toBe(
      '901b988d9d168873cfe29585d48184d4',
    );
  });
});

describe('the memory of shown moments', () => {
  it('stores each moment once, soon after it arrived, in parts', async () => {
    const shelf = new MemoryShelf();
    const shown = new ShownMoments('t', 'p', () => [], shelf);
    shown.add({ seq: 0, seat: 1, view: view(0) });
    for (const seq of [1, 2, 63, 64]) shown.add({ seq, seat: 1, view: view(seq), events: events(seq) });
    expect(await recallMoments('t', shelf)).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect((await shelf.keys()).sort()).toEqual([
      ['t', 0],
      ['t', 1],
    ]);
    const found = await recallMoments('t', shelf);
    expect(found.map(({ seq }) => seq)).toEqual([1, 2, 63, 64]);
    expect(found[1]).toEqual({
      ...{ seq: 2, viewer: 1, view: momentDigest(view(2)), events: momentDigest(events(2)), program: 'p' },
    });
    expect(await recallMoments('another', shelf)).toEqual([]);
  });

  it('says that all is stored only after what an earlier call began is stored', async () => {
    const shelf = new MemoryShelf();
    let finish: () => void = () => undefined;
    const slow = {
      ...shelf,
      keys: shelf.keys,
      drop: shelf.drop,
      update: () => new Promise<void>((done) => (finish = done)),
    };
    const shown = new ShownMoments('t', 'p', () => [], slow);
    shown.add({ seq: 1, seat: 0, view: view(1) });
    void shown.write();
    const second = vi.fn();
    void shown.write().then(second);
    await vi.advanceTimersByTimeAsync(0);
    expect(second).not.toHaveBeenCalled();
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toHaveBeenCalledOnce();
  });

  it('keeps what was shown last, and the events that a later snapshot does not repeat', async () => {
    const shelf = new MemoryShelf();
    const shown = new ShownMoments('t', 'p', () => [], shelf);
    shown.add({ seq: 5, seat: undefined, view: view(1), events: events(1) });
    shown.add({ seq: 5, seat: undefined, view: view(1) });
    shown.add({ seq: 6, seat: 0, view: view(1), events: events(1) });
    shown.add({ seq: 6, seat: 0, view: view(2), events: events(2) }); // the table was restored
    await shown.write();
    expect(await recallMoments('t', shelf)).toEqual([
      { seq: 5, viewer: -1, view: momentDigest(view(1)), events: momentDigest(events(1)), program: 'p' },
      { seq: 6, viewer: 0, view: momentDigest(view(2)), events: momentDigest(events(2)), program: 'p' },
    ]);
  });

  it('keeps the tables that were visited last', async () => {
    const shelf = new MemoryShelf();
    const visit = async (id: string, recent: string[]): Promise<void> => {
      const shown = new ShownMoments(id, 'p', () => recent, shelf);
      await vi.advanceTimersByTimeAsync(0);
      shown.add({ seq: 1, seat: 0, view: view(1) });
      await shown.write();
    };
    const ids = Array.from({ length: 45 }, (_, i) => `t${i}`);
    for (const [i, id] of ids.entries()) await visit(id, ids.slice(0, i + 1).reverse());
    expect((await shelf.keys()).length).toBe(40);
    expect(await recallMoments('t0', shelf)).toEqual([]);
    expect(await recallMoments('t44', shelf)).toHaveLength(1);
  });

  it('goes on without a storage', async () => {
    const broken: Shelf = {
      get: () => Promise.reject(new Error()),
      update: () => Promise.reject(new Error()),
      keys: () => Promise.reject(new Error()),
      drop: () => Promise.reject(new Error()),
    };
    const shown = new ShownMoments('t', 'p', () => [], broken);
    shown.add({ seq: 1, seat: 0, view: view(1) });
    await expect(shown.write()).resolves.toBeUndefined();
    expect(await recallMoments('t', broken)).toEqual([]);
  });
});

it('writes entries as ranges', () => {
  expect(ranges([1, 2, 3, 7, 9, 10])).toEqual(['1–3', '7', '9–10']);
  expect(ranges([])).toEqual([]);
});
