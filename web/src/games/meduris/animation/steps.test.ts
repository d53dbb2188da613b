import { describe, expect, it } from 'vitest';
import { size } from '../board/layout';
import { animate } from './steps';
import { handledEvents } from './event-steps';
import game from './fixtures/game-2.json';
import late from './fixtures/late-4.json';
import { entryChanges } from '../../../lib/animation/recording';
import type { Scene } from './scene';

const changes = [...entryChanges(game), ...entryChanges(late)];
const all = changes.flatMap(animate);

/** Events without animation: only the log shows them, or they are secret. */
const silent = ['set_up', 'loss_chosen', 'payment_begun', 'payment_bound'];

describe('the animation', () => {
  it('shows every event but those that are kept silent', () => {
    const seen = new Set(all.map(({ event }) => event.name));
    expect([...handledEvents].filter((name) => !seen.has(name)).sort()).toEqual([...silent].sort());
  });

  it('keeps each step short', () => {
    for (const { event, ms } of all) {
      expect({ [event.name]: ms >= 150 && ms <= (event.name === 'druid_moved' ? 1500 : 600) }).toEqual({
        [event.name]: true,
      });
    }
  });

  it('draws a few dozen pieces at most, all about the board, within their step', () => {
    for (const { scene } of all) {
      const { movers } = scene as Scene;
      expect(movers.length).toBeLessThanOrEqual(24);
      for (const { path, from, to } of movers) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(1.0001);
        for (const { x, y } of path) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x, y)).toBeLessThanOrEqual(size + 40);
        }
      }
    }
  });

  it('takes what moves off the board meanwhile', () => {
    const moved = all.filter(({ event }) => event.name === 'worker_moved');
    const workers = moved.map(({ view }) => Object.values(view.plateaus as Record<string, number[]>).flat().length);
    expect(new Set(workers)).toEqual(new Set([5, 7]));
    const walks = all.filter(({ event }) => event.name === 'druid_moved');
    expect(walks.every(({ scene }) => (scene as Scene).overrides?.noDruid)).toBe(true);
  });

  it('lets the druid walk field by field', () => {
    for (const { event, scene } of all.filter((step) => step.event.name === 'druid_moved')) {
      const path = (scene as Scene).movers[0]?.path ?? [];
      expect(path).toHaveLength(1 + Math.max(1, (event.data.path as number[]).length));
    }
  });

  it('has nothing to show before a table is laid', () => {
    expect(changes[0] && animate({ ...changes[0], before: {} })).toEqual([]);
  });
});
