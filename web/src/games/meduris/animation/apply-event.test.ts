import { describe, expect, it } from 'vitest';
import type { EntryChange } from '../../../lib/animation/step';
import type { View } from '../types.gen';
import game from './fixtures/game-2.json';
import late from './fixtures/late-4.json';
import { entryChanges, type Recording } from '../../../lib/animation/recording';
import { applyEvent } from './apply-event';
import { rewind } from './steps';
import { endingRole } from './event-roles';
import { guard } from '../guard';

/** The compared part of a view. */
function drawn({ fields, plateaus, stock, runes, players, druid }: View): Partial<View> {
  return { fields, plateaus, stock, runes, players, druid };
}

/** The entry that sets up the table has no view before it. After the last entry, the start of the last lap may differ. */
function changes(recording: unknown): EntryChange[] {
  return entryChanges(recording as Recording).slice(1);
}

describe('the view after events', () => {
  it.each([
    ['a whole game of two', game],
    ['the end of a game of four', late],
  ])("equals the server's view: %s", (_, recording) => {
    for (const { seq, events, before, after } of changes(recording)) {
      const moved = events.reduce(applyEvent, guard.requireView(before));
      expect({ seq, ...drawn(moved) }).toEqual({ seq, ...drawn(guard.requireView(after)) });
    }
  });

  it.each([
    ['a whole game of two', game],
    ['the end of a game of four', late],
  ])('can be rewound to the beginning of the end: %s', (_, recording) => {
    const all = changes(recording);
    const at = all.findIndex(({ events }) => events.some((event) => endingRole(event) === 'begins'));
    const first = all[at];
    const last = all.at(-1);
    if (!first || !last) throw new Error('the recording has no end');
    const cut = first.events.findIndex((event) => endingRole(event) === 'begins');
    const events = [...first.events.slice(cut), ...all.slice(at + 1).flatMap((entry) => entry.events)];
    const began = first.events.slice(0, cut).reduce(applyEvent, guard.requireView(first.before));
    expect(drawn(guard.requireView(rewind(guard.requireView(last.after), events)))).toEqual(drawn(began));
  });

  it('does not change after an unknown event', () => {
    const view = guard.requireView(changes(game)[0]?.before ?? {});
    expect(applyEvent(view, { name: 'of_tomorrow', data: {} })).toBe(view);
  });
});
