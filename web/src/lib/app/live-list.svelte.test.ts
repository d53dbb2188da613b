// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveList } from './live-list.svelte.ts';
import { overview } from '../account/overview.svelte.ts';

describe('a live list', () => {
  let loads = 0;
  let stop: () => void = () => undefined;
  const tell = (): void => {
    overview.accept([], [], 0);
    flushSync();
  };
  const pass = (ms: number): void => {
    vi.advanceTimersByTime(ms);
    flushSync();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    loads = 0;
    overview.live = true;
    stop = $effect.root(() => liveList(() => loads++));
    flushSync();
  });
  afterEach(() => {
    stop();
    overview.live = false;
  });

  it('loads at once for a change, and once for changes that arrive together', () => {
    expect(loads).toBe(1);
    pass(5_000);
    expect(loads).toBe(1);
    tell();
    pass(0);
    expect(loads).toBe(2);
    for (let n = 0; n < 5; n++) tell();
    pass(999);
    expect(loads).toBe(2);
    pass(1);
    expect(loads).toBe(3);
  });

  it('asks seldom while the stream is connected, and more often without it', () => {
    pass(29_000);
    expect(loads).toBe(1);
    overview.live = false;
    flushSync();
    expect(loads).toBe(2);
    pass(16_000);
    expect(loads).toBe(4);
  });

  it('leaves a hidden page alone until it is visible', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    pass(5_000);
    tell();
    pass(60_000);
    expect(loads).toBe(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(loads).toBe(2);
    stop();
    tell();
    pass(60_000);
    expect(loads).toBe(2);
  });
});
