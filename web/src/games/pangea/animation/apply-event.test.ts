import { describe, expect, it } from 'vitest';
import type { View } from '../types.gen';
import { backward, rewind } from './undo-event';
import { games } from './fixtures/games';
import { forward } from './apply-event';
import { bare, typed } from './events';

/** All but who holds which rank, what can be taken back and how it ended: that only the server knows. */
function drawn(view: View): unknown {
  const players = view.players.map((one) => ({ ...one, rank: 0, missing: [] }));
  return { ...view, players, canTakeBack: false, outcome: null };
}

/** What the events themselves can take back: which tribes had walked before a turn, and what the turn was, they do not say. */
function undone({ tiles, peoples, players, lastRound }: View): unknown {
  const standing = peoples.map(({ people, spell, tower, left, tribes }) => ({
    ...{ people, spell, tower, left: tower < 0 ? 0 : left },
    tribes: tribes.map((tribe) => ({ ...tribe, moved: false })),
  }));
  const has = players.map((one) => ({ ...one, rank: 0, missing: [] }));
  return { tiles, standing, has, lastRound };
}

describe('the picture moved on by facts', () => {
  it.each(games)('arrives where the server says: %s', (_, told) => {
    for (const { seq, events, before, after } of told.slice(1)) {
      const moved = events.reduce((view, event) => forward(view, event, typed(after)), typed(before));
      expect({ seq, drawn: drawn(moved) }).toEqual({ seq, drawn: drawn(typed(after)) });
    }
  });

  it.each(games)('comes back to where it was: %s', (_, told) => {
    for (const { seq, events, before, after } of told.slice(1)) {
      const back = events.reduceRight(backward, typed(after));
      expect({ seq, undone: undone(back) }).toEqual({ seq, undone: undone(typed(before)) });
    }
  });

  it.each(games)('is as it was before the last turns, but for the ranks: %s', (_, told) => {
    const events = told.slice(-30).flatMap((entry) => entry.events);
    const last = told.at(-1)?.after ?? {};
    const back = typed(rewind(last, events));
    expect(undone(back)).toEqual(undone(typed(told.at(-30)?.before ?? {})));
    expect(back.players.map(({ rank }) => rank)).toEqual(back.players.map(() => 0));
  });

  it('lets the announcement of the last round fall', () => {
    const [, told = []] = games[0] ?? [];
    const view = typed(told.at(-1)?.before ?? {});
    const announced = forward(view, { name: 'last_round_announced', data: { reason: 'rank', round: 9, seats: [0] } });
    expect(announced.lastRound).toEqual({ reason: 'rank' });
    expect(forward(announced, { name: 'last_round_fell', data: { round: 9 } }).lastRound).toBeUndefined();
  });

  it('leaves what it knows nothing of as it is', () => {
    const view = typed({ waiting: [1] });
    expect(forward(view, { name: 'of_tomorrow', data: {} })).toBe(view);
    expect(rewind(bare(view), [])).toBe(view);
  });
});
