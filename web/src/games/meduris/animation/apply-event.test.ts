import { describe, expect, it } from 'vitest';
import type { Told } from '../../../lib/animation/step';
import type { View } from '../types.gen';
import game from './fixtures/game-2.json';
import late from './fixtures/late-4.json';
import { entries, type Recording } from '../../../lib/animation/recording';
import { forward } from './apply-event';
import { rewind } from './steps';
import { finale } from './event-roles';
import { bare, typed } from './events';

/** What the picture of an entry is made of. */
function drawn({ fields, plateaus, stock, runes, players, druid }: View): Partial<View> {
  return { fields, plateaus, stock, runes, players, druid };
}

/** The entry that sets the table up has nothing before it; after the last one the druid is where he began his last lap or not. */
function told(recording: unknown): Told[] {
  return entries(recording as Recording).slice(1);
}

describe('the picture moved on by facts', () => {
  it.each([
    ['a whole game of two', game],
    ['the end of a game of four', late],
  ])('arrives where the server says: %s', (_, recording) => {
    for (const { seq, events, before, after } of told(recording)) {
      const moved = events.reduce(forward, typed(before));
      expect({ seq, ...drawn(moved) }).toEqual({ seq, ...drawn(typed(after)) });
    }
  });

  it.each([
    ['a whole game of two', game],
    ['the end of a game of four', late],
  ])('goes back to where the end began: %s', (_, recording) => {
    const all = told(recording);
    const at = all.findIndex(({ events }) => events.some((event) => finale(event) === 'begins'));
    const first = all[at];
    const last = all.at(-1);
    if (!first || !last) throw new Error('the recording has no end');
    const cut = first.events.findIndex((event) => finale(event) === 'begins');
    const events = [...first.events.slice(cut), ...all.slice(at + 1).flatMap((entry) => entry.events)];
    const began = first.events.slice(0, cut).reduce(forward, typed(first.before));
    expect(drawn(typed(rewind(bare(typed(last.after)), events)))).toEqual(drawn(began));
  });

  it('leaves what it knows nothing of as it is', () => {
    const view = typed({ stock: { wood: 1 } });
    expect(forward(view, { name: 'of_tomorrow', data: {} })).toBe(view);
  });
});
