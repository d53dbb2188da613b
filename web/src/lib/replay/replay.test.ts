// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { ServerMessage } from '../wire/message';
import type { About, Eyes, Moments, Shown } from './moments';
import { Replay } from './replay.svelte.ts';

const about: About = {
  seats: [
    { seat: 0, color: 'red' },
    { seat: 1, color: 'blue' },
  ],
  entries: Array.from({ length: 9 }, (_, i) => ({
    ...{ kind: 'move', seat: 0, actor: 'player', time: i, events: [], owing: [], scores: [] },
  })),
};

let lost: Error | undefined;

/** A replay whose moments come when the test says so. */
async function start(from?: number) {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const later = (t: 'snapshot' | 'update', seq: number, eyes: Eyes): Promise<Shown> => {
    asked.push(`${t} ${seq} ${eyes ?? 'spectator'}`);
    return new Promise((resolve, reject) => {
      waiting.push(() => (lost ? reject(lost) : resolve({ message: { t, seq } as ServerMessage, hands: [] })));
    });
  };
  const moments: Moments = {
    ownEyes: false,
    open: () => Promise.resolve(about),
    snapshot: (seq, eyes) => later('snapshot', seq, eyes),
    update: (seq, eyes) => later('update', seq, eyes),
    log: () => Promise.resolve({ entries: [], more: false }),
  };
  const replay = new Replay(moments, 'chess', from);
  const messages: ServerMessage[] = [];
  replay.source({ onMessage: (message) => messages.push(message), onConnection: () => undefined });
  await replay.open();
  replay.start();
  const answer = (): void => waiting.splice(0).forEach((give) => give());
  answer();
  await expect.poll(() => messages.length).toBe(1);
  return { replay, messages, asked, answer };
}

it.each([0, 999_999])(
  'begins at the first entry if the link names entry %i, so that it does not give the end away',
  async (seq) => {
    const { replay } = await start(seq);
    expect(replay.seq).toBe(1);
  },
);

it('reports a lost moment only while it is wanted', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const { replay, answer } = await start();
  lost = new Error('ended');
  replay.go(5);
  answer();
  await expect.poll(() => replay.failed).toBe(true);
  expect(failed).toHaveBeenCalledOnce();
  replay.go(6);
  replay.stop();
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(failed).toHaveBeenCalledOnce();
  lost = undefined;
});

it('shows the next entry whole if the moment before it has not come yet', async () => {
  const { replay, messages, asked, answer } = await start(6);
  replay.look(1);
  replay.step('entry', 1);
  answer();
  await expect.poll(() => messages.length).toBe(2);
  expect(messages[1]).toEqual({ t: 'snapshot', seq: 7 });
  expect(asked.at(-1)).toBe('snapshot 7 1');
  expect(replay.seq).toBe(7);
  replay.step('entry', 1);
  answer();
  await expect.poll(() => messages.length).toBe(3);
  expect(messages[2]).toEqual({ t: 'update', seq: 8 });
});
