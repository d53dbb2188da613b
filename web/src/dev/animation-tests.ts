import { expect, it } from 'vitest';
import type { MovePath } from '../lib/animation/motion';
import type { AnimationStep, EntryChange } from '../lib/animation/step';
import type { GameEvent } from '../lib/wire/game';
import type { JsonObject } from '../lib/wire/narrow';

interface Animation {
  animate: (change: EntryChange) => readonly AnimationStep[];
  /** The entry of the setup. */
  laid: EntryChange | undefined;
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
export function testAnimation({ animate, laid, steps, handled, silent, longest, size }: Animation): void {
  it('shows every event except the silent ones', () => {
    const seen = new Set(steps.map(({ event }) => event.name));
    expect(handled.filter((name) => !seen.has(name)).sort()).toEqual([...silent].sort());
  });

  it('has no steps before the setup', () => {
    expect(laid && animate({ ...laid, before: {} })).toEqual([]);
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

/** Defines the tests that the places of a title's events pass: they are spots of the board, and events of these names have some. */
export function testPlaces(
  changes: readonly EntryChange[],
  spots: (view: JsonObject) => readonly { key: string }[],
  places: (event: GameEvent, view: JsonObject) => string[],
  names: readonly string[],
): void {
  it('names existing spots for the events of whole games', () => {
    const named = new Set<string>();
    for (const { events, after } of changes) {
      const keys = spots(after).map(({ key }) => key);
      for (const event of events) {
        const found = places(event, after);
        expect(keys, event.name).toEqual(expect.arrayContaining(found));
        if (found.length > 0) named.add(event.name);
      }
    }
    expect([...named]).toEqual(expect.arrayContaining([...names]));
  });

  it('names none for unknown events', () => {
    expect(places({ name: 'of_tomorrow', data: {} }, {})).toEqual([]);
  });
}
