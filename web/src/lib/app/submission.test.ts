// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import en from '../../../../texts/en/client.json';
import { waitText } from '../i18n/translate';
import { Refusal } from '../net/rest';
import { network } from './network.svelte.ts';
import { Submission } from './submission.svelte.ts';

let refused: string | null;
let wait = 0;
let asked: number;
const load = (): Promise<void> => {
  asked++;
  return refused ? Promise.reject(new Refusal(refused, 0, wait)) : Promise.resolve();
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

it.each([
  ['too_fast', 12, 12, 'That was too much at once. This page tries again by itself in 12 seconds.'],
  ['unavailable', 3_000_000, 300, en['error.unanswered']],
])('after %s with a wait of %d seconds, waits for %d', async (code, named, seconds, said) => {
  [refused, wait] = [code, named];
  const end = new Submission().load(load);
  await vi.advanceTimersByTimeAsync((seconds - 1) * 1000);
  const [failure] = network.unanswered.values();
  expect(failure && waitText(failure)).toBe(said);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(2);
  end();
  wait = 0;
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
