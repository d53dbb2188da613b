import { expect, it } from 'vitest';
import type { MovePath } from '../lib/animation/motion';
import type { AnimationStep } from '../lib/animation/step';

interface Animation {
  /** The steps of recorded games, and of the events that occur in none. */
  steps: readonly AnimationStep[];
  /** The names of the events with a handler. */
  handled: readonly string[];
  /** The names of the events without a step. */
  silent: readonly string[];
  /** The longest step of an event in milliseconds. */
  longest: (event: string) => number;
  /** The board's width in board units. */
  size: number;
}

/** Defines the tests that the animation of every title passes. */
export function testAnimation({ steps, handled, silent, longest, size }: Animation): void {
  it('shows every event except the silent ones', () => {
    const seen = new Set(steps.map(({ event }) => event.name));
    expect(handled.filter((name) => !seen.has(name)).sort()).toEqual([...silent].sort());
  });

  it('keeps each step short', () => {
    const wrong = steps.filter(({ event, ms }) => ms < 150 || ms > longest(event.name));
    expect(wrong.map(({ event, ms }) => ({ [event.name]: ms }))).toEqual([]);
  });

  it('moves a few dozen pieces at most, all on or near the board, within their step', () => {
    for (const { scene } of steps) {
      const { movers } = scene as { movers: readonly MovePath[] };
      expect(movers.length).toBeLessThanOrEqual(24);
      for (const { path, from, to } of movers) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(1.0001);
        for (const { x, y } of path) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-40);
          expect(Math.max(x, y)).toBeLessThanOrEqual(size + 40);
        }
      }
    }
  });
}
