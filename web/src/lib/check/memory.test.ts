// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as memories from './memory';

const table = (
  id: string,
  state: string,
  commitment = 'ab'.repeat(32),
  options: Record<string, number> = { hints: 1, takeover: 0 },
  seats: unknown[] = [{}, {}],
): Parameters<typeof memories.rememberCommitment>[0] => ({ id, state, commitment, options, seats });

/** The module as a freshly loaded page has it. */
async function load(): Promise<typeof memories> {
  vi.resetModules();
  return import('./memory');
}

describe('the memory of tables', () => {
  it('keeps the first commitment, over a reload', async () => {
    (await load()).rememberCommitment(table('t', 'open'));
    const { rememberCommitment, recall, compare } = await load();
    rememberCommitment(table('t', 'running', 'cd'.repeat(32)));
    expect(compare(recall('t'), 'ab'.repeat(32))).toBe('same');
    expect(compare(recall('t'), 'cd'.repeat(32))).toBe('different');
    expect(compare(recall('other'), 'ab'.repeat(32))).toBe('unknown');
  });

  it('takes the new commitment of other settings, and forgets the contribution to the old one', async () => {
    const first = await load();
    first.rememberCommitment(table('t', 'open'));
    first.rememberContribution('t', '5a');
    const changed = table('t', 'open', 'cd'.repeat(32), { takeover: 0, hints: 0 });
    expect(first.isSwapped(changed)).toBe(false);
    first.rememberCommitment(changed);
    first.rememberContribution('t', '6b');
    const { rememberCommitment, recall, compare, isSwapped } = await load();
    rememberCommitment(table('t', 'open', 'cd'.repeat(32), { hints: 0, takeover: 0 }));
    expect(recall('t')).toMatchObject({ commitment: 'cd'.repeat(32), early: true, own: '6b' });
    const larger = table('t', 'open', 'ef'.repeat(32), { hints: 0, takeover: 0 }, [{}, {}, {}]);
    rememberCommitment(larger);
    expect(recall('t')?.own).toBeUndefined();
    expect(compare(recall('t'), 'ef'.repeat(32))).toBe('same');
    expect(isSwapped({ ...larger, commitment: 'ab'.repeat(32) })).toBe(true);
  });

  it('saw other settings too late if the game has begun', async () => {
    const { rememberCommitment, recall, compare } = await load();
    rememberCommitment(table('t', 'open'));
    rememberCommitment(table('t', 'running', 'cd'.repeat(32), { hints: 0, takeover: 0 }));
    expect(compare(recall('t'), 'cd'.repeat(32))).toBe('late');
  });

  it('knows a commitment that it saw too late', async () => {
    const { rememberCommitment, recall, compare } = await load();
    rememberCommitment(table('t', 'finished'));
    rememberCommitment(table('t', 'open'));
    expect(compare(recall('t'), 'ab'.repeat(32))).toBe('late');
  });

  it('does not remember what is no commitment', async () => {
    const { rememberCommitment, recall } = await load();
    rememberCommitment(table('t', 'open', ''));
    rememberCommitment(table('u', 'open', 'AB'.repeat(32)));
    expect([recall('t'), recall('u')]).toEqual([undefined, undefined]);
  });

  it('keeps the contribution beside the commitment, in any order', async () => {
    const { rememberCommitment, rememberContribution } = await load();
    rememberContribution('t', '01');
    rememberCommitment(table('t', 'open'));
    rememberCommitment(table('u', 'open'));
    rememberContribution('u', '02');
    const { recall } = await load();
    expect(recall('t')).toMatchObject({ table: 't', own: '01', early: true, commitment: 'ab'.repeat(32) });
    expect(recall('u')).toMatchObject({ table: 'u', own: '02', early: true, commitment: 'ab'.repeat(32) });
  });

  it('is bounded; the least recently visited tables are dropped', async () => {
    const { rememberCommitment } = await load();
    for (let n = 0; n < 200; n++) rememberCommitment(table(`t${n}`, 'open'));
    rememberCommitment(table('t0', 'running'));
    rememberCommitment(table('new', 'open'));
    const { recall } = await load();
    expect(recall('t0')?.early).toBe(true);
    expect(recall('t1')).toBeUndefined();
    expect((JSON.parse(localStorage.getItem('nemeton.fair') ?? '') as unknown[]).length).toBe(200);
  });

  it('lasts as long as the page if storage is disabled', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('disabled');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('disabled');
    });
    const { rememberCommitment, recall } = await load();
    rememberCommitment(table('t', 'open'));
    expect(recall('t')?.early).toBe(true);
  });

  it.each(['no JSON', '{}', '[5,null,{"table":7},{"table":"t","commitment":5},{"table":"t","commitment":"ab"}]'])(
    'ignores what it cannot read: %s',
    async (stored) => {
      localStorage.setItem('nemeton.fair', stored);
      const { rememberCommitment, recall } = await load();
      expect(recall('t')).toBeUndefined();
      rememberCommitment(table('t', 'open'));
      expect((await load()).recall('t')?.early).toBe(true);
    },
  );
});

it('knows that another device answered first, until this one answers', async () => {
  const { forgetContribution, recall, rememberContribution } = await load();
  rememberContribution('t', '08');
  forgetContribution('t');
  expect([recall('t')?.own, recall('t')?.late]).toEqual([undefined, true]);
  rememberContribution('t', '09');
  expect([recall('t')?.own, recall('t')?.late]).toEqual(['09', undefined]);
});

describe('the memory of heads', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('keeps the newest, also beside the changes of another tab', async () => {
    const { recall, rememberHead, writeHeads } = await load();
    for (let seq = 1; seq <= 9; seq++) rememberHead('t', seq, `h${seq}`);
    rememberHead('t', 9, 'h9');
    (await load()).rememberContribution('t', '01');
    writeHeads();
    expect(recall('t')?.heads).toEqual([6, 7, 8, 9].map((seq) => ({ seq, head: `h${seq}` })));
    const later = (await load()).recall('t');
    expect([later?.own, later?.heads]).toEqual(['01', recall('t')?.heads]);
  });

  it('is written at most once a second', async () => {
    const { rememberHead } = await load();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    for (let seq = 1; seq <= 100; seq++) {
      rememberHead('t', seq, `h${seq}`);
      vi.advanceTimersByTime(25);
    }
    expect(write.mock.calls.length).toBe(2);
    vi.advanceTimersByTime(1000);
    expect(localStorage.getItem('nemeton.fair')).toContain('h100');
  });
});
