import { describe, expect, it } from 'vitest';
import { testAnimation } from '../../../dev/animation-tests';
import { size } from '../board/layout';
import { animate } from './steps';
import { handledEvents } from './event-steps';
import game from './fixtures/game-2.json';
import late from './fixtures/late-4.json';
import { entryChanges } from '../../../lib/animation/recording';
import type { Scene } from './scene';

const changes = [...entryChanges(game), ...entryChanges(late)];
const all = changes.flatMap(animate);

describe('the animation', () => {
  testAnimation({
    animate,
    laid: changes[0],
    steps: all,
    handled: handledEvents,
    // Only the log shows them, or they are secret.
    silent: ['set_up', 'loss_chosen', 'payment_begun', 'payment_bound'],
    longest: (event) => (event === 'druid_moved' ? 1500 : 600),
    size,
  });

  it('hides moving pieces on the board', () => {
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
});
