import { describe, expect, it } from 'vitest';
import { entryChanges } from '../../../lib/animation/recording';
import five from '../animation/fixtures/game-5.json';
import four from '../animation/fixtures/game-4.json';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { allCards, standings, unseenCards, votesOf } from './standing';

const recorded = [five, four].flatMap((game) =>
  entryChanges(game)
    .slice(1)
    .map(({ after }) => ({ view: guard.requireView(after), me: game.me })),
);
const all: { view: View; me: number }[] = [
  ...Object.values(fixtures).map(({ view, me }) => ({ view: guard.requireView(view), me })),
  ...recorded,
];
const sum = (list: readonly number[]): number => list.reduce((one, other) => one + other, 0);

describe('what the reader can count', () => {
  it('is every card of the game, but each card only once', () => {
    expect(sum(Object.values(allCards))).toBe(45);
    for (const { view, me } of all) {
      if (!view.hand || view.hands) continue;
      const others = view.players.filter(({ seat }) => seat !== me);
      const hidden = view.deck + sum(others.map(({ cards, shown }) => cards - (shown?.length ?? 0)));
      expect(sum(unseenCards(view, me).map(([, count]) => count))).toBe(hidden);
    }
  });

  it('never depends on a secret hand', () => {
    for (const { view } of all) {
      const spectator = { ...view };
      delete spectator.hand;
      delete spectator.worth;
      expect(standings(spectator)).toEqual(standings(view));
    }
  });

  it('has the votes of the figures at the place of decision', () => {
    for (const { view } of all) {
      const votes = votesOf(view.figures);
      const own = standings(view).map((of) => of.votes);
      for (const of of ['sun', 'moon', 'open'] as const) expect(votes[of]).toBe(sum(own.map((one) => one[of])));
    }
    const there = { at: 'center', stone: -1, seat: 0 };
    expect(
      votesOf([
        { ...there, figure: 'druid-0', cult: 'none' },
        { ...there, figure: 'dwarf-king', cult: 'none' },
        { ...there, figure: 'sulis', cult: 'sun' },
        { ...there, at: 'stone', stone: 3, figure: 'belenus', cult: 'sun' },
      ]),
    ).toEqual({ sun: 1, moon: 0, open: 4 });
  });
});
