// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { announcer } from './announcer.svelte.ts';
import { beginLoading } from './loading-news';

let tests = 0;
beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(++tests * 60_000);
  announcer.lines = [];
});

const texts = (): string[] => announcer.lines.map(({ text }) => text);

/** Loads one part after the other. */
function load(...times: number[]): void {
  for (const time of times) {
    const end = beginLoading();
    vi.advanceTimersByTime(time);
    end();
  }
}

it('announces nothing if each part loads fast', () => {
  load(900, 900, 900);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual([]);
});

it('announces the slow parts of a page once, and those of a later page again', () => {
  load(2_000, 10, 5_000);
  expect(texts()).toEqual(['Loading …']);
  vi.advanceTimersByTime(1_000);
  load(2_000);
  expect(texts()).toEqual(['Loading …', 'Loading …']);
});

it('announces parts that load at the same time once', () => {
  const ends = [beginLoading(), beginLoading()];
  vi.advanceTimersByTime(500);
  ends[0]?.();
  vi.advanceTimersByTime(500);
  expect(texts()).toEqual(['Loading …']);
  ends[1]?.();
});
