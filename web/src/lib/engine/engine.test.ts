import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { Engine, EngineError, useEngine, type EngineWorker } from './engine';
import { loadEngine, LoadError } from './load';
import type { FromWorker, ToWorker } from './messages';
import { OpenGame } from './open-game';

/** A worker whose answers the test sends. */
class FakeWorker implements EngineWorker {
  readonly sent: ToWorker[] = [];
  ended = false;
  private listener: ((event: { data: FromWorker }) => void) | undefined;
  private failed: (() => void) | undefined;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  addEventListener(type: 'message' | 'error', listener: (event: { data: FromWorker }) => void): void {
    if (type === 'message') this.listener = listener;
    else this.failed = listener as unknown as () => void;
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: FromWorker): void {
    this.listener?.({ data });
  }

  breaks(): void {
    this.failed?.();
  }

  /** The commands that the worker got, with their ids. */
  get commands(): { id: number; do: string }[] {
    return this.sent.flatMap((message) =>
      'command' in message ? [{ id: message.id, do: (JSON.parse(message.command) as { do: string }).do }] : [],
    );
  }
}

function engine(): { engine: Engine; workers: FakeWorker[]; last: () => FakeWorker } {
  const workers: FakeWorker[] = [];
  const last = (): FakeWorker => {
    const worker = workers.at(-1);
    if (!worker) throw new Error('no worker was started');
    return worker;
  };
  const made = new Engine(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  return { engine: made, workers, last };
}

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );

describe('an engine', () => {
  it('starts with its first command, reports progress and answers', async () => {
    const { engine: one, workers, last } = engine();
    expect(workers).toHaveLength(0);
    const done: number[] = [];
    const answer = one.call('check', { record: '{}' }, { progress: (busy) => done.push(busy.done) });
    expect(last().sent[0]).toMatchObject({ start: true });
    last().says({ id: 1, progress: { job: 1, done: 3, total: 9 } });
    last().says({ id: 1, answer: { answer: { verdict: 'holds' } } });
    expect(await answer).toEqual({ verdict: 'holds' });
    expect(done).toEqual([3]);
  });

  it('repeats a command once after a crash, and refuses it after the second one', async () => {
    const { engine: one, workers, last } = engine();
    const refused = code(one.call('check', { record: '{}' }));
    last().says({ crashed: true });
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    expect(last().commands).toEqual([{ id: 1, do: 'check' }]);
    last().says({ crashed: true });
    expect(await refused).toBe('crashed');
    const next = one.call('check', { record: '{}' });
    last().says({ id: 2, answer: { answer: {} } });
    expect(await next).toEqual({});
  });

  it('opens a game again after a crash, and repeats the command', async () => {
    const { engine: one, workers, last } = engine();
    const game = new OpenGame(one, () => one.call('open', { record: 'the record' }));
    const moment = game.call('moment', { seq: 5, viewer: -1 });
    const opens = async (id: number, number: number): Promise<void> => {
      await expect.poll(() => last().commands.at(-1)).toEqual({ id, do: 'open' });
      last().says({ id, answer: { answer: { game: number } } });
    };
    await opens(1, 1);
    await expect.poll(() => last().commands.at(-1)).toEqual({ id: 2, do: 'moment' });
    last().says({ crashed: true });
    await opens(3, 7);
    await expect
      .poll(() => last().sent.at(-1))
      .toMatchObject({ command: expect.stringContaining('"game":7') as string });
    last().says({ id: 4, answer: { answer: { seq: 5 } } });
    expect(await moment).toEqual({ seq: 5 });
    expect(workers).toHaveLength(2);
  });

  it('says why it could not start, and tries again with the next command', async () => {
    const { engine: one, workers, last } = engine();
    const first = code(one.call('check', { record: '{}' }));
    last().says({ failed: 'damaged' });
    expect(await first).toBe('damaged');
    const second = code(one.call('check', { record: '{}' }));
    last().breaks();
    expect(await second).toBe('unreachable');
    expect(workers).toHaveLength(2);
  });

  it('cancels, and refuses what was in flight when it ends', async () => {
    const { engine: one, last } = engine();
    const leaving = new AbortController();
    const canceled = code(one.call('check', { record: '{}' }, { signal: leaving.signal }));
    leaving.abort();
    expect(last().sent.at(-1)).toEqual({ cancel: 1 });
    last().says({ id: 1, answer: { answer: {} } });
    expect(await canceled).toBe('canceled');
    const ended = code(one.call('check', { record: '{}' }));
    one.end();
    expect(await ended).toBe('ended');
    expect(last().ended).toBe(true);
  });

  it('gives the module of a worker that is ready to the next worker alone', () => {
    const { engine: one, last } = engine();
    const isGivenModule = (): boolean => {
      one.end();
      one.call('check', { record: '{}' }).catch(() => undefined);
      return 'compiled' in (last().sent[0] ?? {});
    };
    expect(isGivenModule(), 'before a worker was ready').toBe(false);
    expect(isGivenModule()).toBe(false);
    last().says({ ready: true });
    expect(isGivenModule(), 'after that').toBe(true);
    expect(isGivenModule(), 'without the next worker being ready').toBe(false);
    one.end();
  });

  it('is shared at the limit of the device, and ends with its last user', () => {
    const held = Array.from({ length: 6 }, () => useEngine(() => new FakeWorker()));
    expect(new Set(held.map(({ engine: one }) => one)).size).toBe(4);
    for (const { release } of held) release();
    const next = useEngine(() => new FakeWorker());
    expect(held.map(({ engine: one }) => one)).not.toContain(next.engine);
    next.release();
  });
});

describe('the bytes of the engine', () => {
  const bytes = new TextEncoder().encode('engine');
  const hash = bytesToHex(sha256(bytes));
  const answers =
    (...list: (Response | Error)[]): typeof fetch =>
    () => {
      const next = list.shift();
      return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('asked too often'));
    };

  it('are loaded once more if they are wrong or do not arrive', async () => {
    expect(await loadEngine('/e', hash, answers(new Response('page of a login'), new Response(bytes)))).toEqual(bytes);
    expect(await loadEngine('/e', hash, answers(new TypeError(), new Response(bytes)))).toEqual(bytes);
    expect(await loadEngine('/e', hash, answers(new Response('', { status: 502 }), new Response(bytes)))).toEqual(
      bytes,
    );
  });

  it('are not used if they are wrong twice', async () => {
    const twice = loadEngine('/e', hash, answers(new Response('a'), new Response('b')));
    await expect(twice).rejects.toEqual(new LoadError('damaged'));
    await expect(loadEngine('/e', hash, answers(new TypeError(), new TypeError()))).rejects.toEqual(
      new LoadError('unreachable'),
    );
  });
});
