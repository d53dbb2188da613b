import { describe, expect, it } from 'vitest';
import type { View } from '../types.gen';
import { undoEvent, rewind } from './undo-event';
import { games } from './fixtures/games';
import { applyEvent } from './apply-event';
import { guard } from '../guard';

/** The compared part of a view: without ranks, take-back and outcome, which only the server knows. */
function drawn(view: View): unknown {
  const players = view.players.map((one) => ({ ...one, rank: 0, missing: [] }));
  return { ...view, players, canTakeBack: false, outcome: null };
}

/** The part that events can revert. They do not contain the earlier turn or the tribes that had moved. */
function undone({ tiles, peoples, players, lastRound }: View): unknown {
  const standing = peoples.map(({ people, spell, tower, left, tribes }) => ({
    ...{ people, spell, tower, left: tower < 0 ? 0 : left },
    tribes: tribes.map((tribe) => ({ ...tribe, moved: false })),
  }));
  const has = players.map((one) => ({ ...one, rank: 0, missing: [] }));
  return { tiles, standing, has, lastRound };
}

describe('the view after events', () => {
  it.each(games)("equals the server's view: %s", (_, changes) => {
    for (const { seq, events, before, after } of changes.slice(1)) {
      const moved = events.reduce(
        (view, event) => applyEvent(view, event, guard.requireView(after)),
        guard.requireView(before),
      );
      expect({ seq, drawn: drawn(moved) }).toEqual({ seq, drawn: drawn(guard.requireView(after)) });
    }
  });

  it.each(games)('equals the earlier view after undoing the events: %s', (_, changes) => {
    for (const { seq, events, before, after } of changes.slice(1)) {
      const back = events.reduceRight(undoEvent, guard.requireView(after));
      expect({ seq, undone: undone(back) }).toEqual({ seq, undone: undone(guard.requireView(before)) });
    }
  });

  it.each(games)('can be rewound, except the ranks: %s', (_, changes) => {
    const events = changes.slice(-30).flatMap((entry) => entry.events);
    const last = changes.at(-1)?.after ?? {};
    const back = guard.requireView(rewind(last, events));
    expect(undone(back)).toEqual(undone(guard.requireView(changes.at(-30)?.before ?? {})));
    expect(back.players.map(({ rank }) => rank)).toEqual(back.players.map(() => 0));
  });

  it('drops the announcement of the last round', () => {
    const [, changes = []] = games[0] ?? [];
    const view = guard.requireView(changes.at(-1)?.before ?? {});
    const announced = applyEvent(view, {
      name: 'last_round_announced',
      data: { reason: 'rank', round: 9, seats: [0] },
    });
    expect(announced.lastRound).toEqual({ reason: 'rank' });
    expect(applyEvent(announced, { name: 'last_round_fell', data: { round: 9 } }).lastRound).toBeUndefined();
  });

  it('does not change after an unknown event', () => {
    const view = guard.requireView(games[0]?.[1][1]?.before ?? {});
    expect(applyEvent(view, { name: 'of_tomorrow', data: {} })).toBe(view);
    const empty = {};
    expect(rewind(empty, [])).toBe(empty);
  });
});
