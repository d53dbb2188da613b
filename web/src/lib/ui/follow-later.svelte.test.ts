// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { followLater } from './follow-later.svelte';
import { slices } from './later';

it('runs work later, once for several changes, not while the plan waits, and at once where it must', () => {
  const { atOnce } = slices;
  slices.atOnce = false;
  let value = $state(1);
  let busy = $state(false);
  let urgent = $state(false);
  const runs: number[] = [];
  const planned = new Set<() => void>();
  const stop = $effect.root(() =>
    followLater(
      (run) => {
        if (busy) return undefined;
        planned.add(run);
        return () => planned.delete(run);
      },
      { run: () => runs.push(value), now: () => urgent },
    ),
  );
  onTestFinished(() => {
    slices.atOnce = atOnce;
    stop();
  });
  const work = (): void => {
    for (const run of [...planned]) {
      planned.delete(run);
      run();
    }
    flushSync();
  };

  flushSync();
  expect([runs.length, planned.size]).toEqual([0, 1]);
  work();
  value = 2;
  flushSync();
  value = 3;
  flushSync();
  expect([runs.at(-1), planned.size]).toEqual([1, 1]);
  work();
  expect(runs).toEqual([1, 3]);

  busy = true;
  value = 4;
  flushSync();
  expect(planned.size, 'plans while it waits').toBe(0);
  busy = false;
  flushSync();
  work();
  expect(runs).toEqual([1, 3, 4]);

  urgent = true;
  value = 5;
  flushSync();
  expect([runs.at(-1), planned.size]).toEqual([5, 0]);
  stop();
  value = 6;
  flushSync();
  expect(runs.at(-1)).toBe(5);
});
