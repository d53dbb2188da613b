// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../lib/net/rest';
import { Listing } from './listing.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('asks a server that wants to be left alone only after the named time, and then goes on', async () => {
  let asked = 0;
  let failure: Refusal | undefined = new Refusal('too_fast', 429, 20);
  const listing = new Listing(() => {
    asked++;
    return failure ? Promise.reject(failure) : Promise.resolve({ tables: [] });
  });
  const stop = listing.watch();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked).toBe(1);
  expect(listing.failure).toBe(failure);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(2);
  expect(listing.failure).toBeNull();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toBe(3);
  failure = new Refusal('offline', 0);
  await listing.load();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(4);
});

it('keeps the newest answer if an older one or its failure comes later', async () => {
  const answers: { answer: (tables: []) => void; fail: () => void }[] = [];
  const listing = new Listing(
    () =>
      new Promise((resolve, reject) =>
        answers.push({
          answer: (tables) => resolve({ tables, next: String(answers.length) }),
          fail: () => reject(new Refusal('offline', 0)),
        }),
      ),
  );
  const loads = [listing.load(), listing.load(), listing.load()];
  const newest: [] = [];
  answers[2]?.answer(newest);
  await loads[2];
  answers[0]?.answer([]);
  answers[1]?.fail();
  await Promise.all(loads);
  expect(listing.tables).toBe(newest);
  expect(listing.failure).toBeNull();
});
