import { describe, expect, it } from 'vitest';
import type { EntryChange } from '../../../lib/animation/step';
import { entryChanges, type Recording } from '../../../lib/animation/recording';
import type { View } from '../types.gen';
import four from './fixtures/game-4.json';
import five from './fixtures/game-5.json';
import { applyEvent } from './apply-event';
import { guard } from '../guard';

/** The compared part of a view. The order of the discard pile is ignored. */
function drawn({ figures, players, deck, discard, card, gathered, turn, vote }: View): unknown {
  const { seat, number, round, dice } = turn;
  const faces = dice?.map(({ shape, pips, ringed }) => ({ shape, pips, ringed }));
  const counted = players.map(({ seat: no, cards, moving, gathered: there }) => ({ no, cards, moving, there }));
  return { figures, counted, deck, discard: [...discard].sort(), card, gathered, seat, number, round, faces, vote };
}

/** The entry that sets up the table has no view before it. */
function changes(recording: unknown): EntryChange[] {
  return entryChanges(recording as Recording).slice(1);
}

const start = guard.requireView(changes(four)[0]?.before ?? {});

describe('the view after events', () => {
  it.each([
    ['a whole game of four', four],
    ['a whole game of five', five],
  ])("equals the server's view: %s", (_, recording) => {
    for (const { seq, events, before, after } of changes(recording)) {
      const moved = events.reduce(applyEvent, guard.requireView(before));
      expect({ seq, drawn: drawn(moved) }).toEqual({ seq, drawn: drawn(guard.requireView(after)) });
    }
  });

  it('has the discard pile as the new deck', () => {
    const moved = applyEvent(
      { ...start, deck: 0, discard: ['mist', 'raven'] },
      {
        name: 'reshuffled',
        data: { cards: 2 },
      },
    );
    expect([moved.deck, moved.discard]).toEqual([2, []]);
  });

  it('has empty ballots in the second vote', () => {
    const ballots = [{ seat: 0, sun: 2, moon: 0, cast: true, done: true, druid: 'sun', king: 'none', doubled: [] }];
    const view = { ...start, vote: { reason: 'five', first: 0, round: 1, sun: 2, moon: 2, ballots } };
    const { vote } = applyEvent(view, { name: 'vote_tied', data: { sun: 2, moon: 2 } });
    expect(vote).toMatchObject({ round: 2, sun: 0, moon: 0 });
    expect(vote?.ballots[0]).toMatchObject({ cast: false, done: false, sun: 0, druid: 'none' });
  });

  it('does not change after an unknown event', () => {
    expect(applyEvent(start, { name: 'of_tomorrow', data: {} })).toBe(start);
  });
});
