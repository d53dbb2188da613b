import type { Page } from 'playwright-core';

/** The smoothness of a page. `p95ms` is the 95th percentile of the time between frames, in milliseconds. */
export interface Frames {
  fps: number;
  p95ms: number;
  frames: number;
}

/** Starts to record the page's frames. The returned function stops the recording. */
export async function record(page: Page): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const kept = { at: [] as number[], on: true };
    (window as unknown as { frames: typeof kept }).frames = kept;
    const step = (now: number): void => {
      kept.at.push(now);
      if (kept.on) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return async () => {
    const at = await page.evaluate(() => {
      const { frames } = window as unknown as { frames: { at: number[]; on: boolean } };
      frames.on = false;
      return frames.at;
    });
    return sum(at);
  };
}

function sum(at: readonly number[]): Frames {
  const gaps = at.slice(1).map((now, i) => now - (at[i] ?? now));
  const sorted = [...gaps].sort((a, b) => a - b);
  const whole = gaps.reduce((a, b) => a + b, 0);
  return {
    fps: Math.round((gaps.length / whole) * 10_000) / 10,
    p95ms: Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10,
    frames: gaps.length,
  };
}
