// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../net/rest';
import { network } from './network.svelte.ts';
import { Submission } from './submission.svelte.ts';

let refused: string | null;
let asked: number;
const load = (): Promise<void> => {
  asked++;
  return refused ? Promise.reject(new Refusal(refused, 0)) : Promise.resolve();
};

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
});
it('asks a server that does not answer again by itself, and says so all the time', async () => {
  refused = 'offline';
  const submission = new Submission();
  const waiting: number[] = [];
  submission.load(() => {
    waiting.push(network.unanswered.size);
    return load();
  });
  await vi.advanceTimersByTimeAsync(10_000);
  // The note stays during each attempt, because a new one would be announced.
  expect(waiting).toEqual([0, 1, 1]);
  refused = null;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.unanswered.size).toBe(0);
  expect(submission.code).toBeNull();
  expect(asked).toBe(4);
});

it('does not ask again after a refusal, or after its end', async () => {
  refused = 'unknown_player';
  const submission = new Submission();
  submission.load(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submission.code).toBe('unknown_player');
  expect(asked).toBe(1);
  refused = 'offline';
  submission.load(load)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
  const end = submission.load(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(network.unanswered.size).toBe(1);
  end();
  expect(network.unanswered.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(3);
});
