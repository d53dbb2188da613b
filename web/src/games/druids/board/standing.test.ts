import { describe, expect, it } from 'vitest';
import { entryChanges } from '../../../lib/animation/recording';
import five from '../animation/fixtures/game-5.json';
import four from '../animation/fixtures/game-4.json';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { standings, unseenCards } from './standing';

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
  it('is every card in the deck and in other hands, but each card only once', () => {
    for (const { view, me } of all) {
      if (!view.hand || view.hands || !view.unseen) continue;
      const others = view.players.filter(({ seat }) => seat !== me);
      const hidden = view.deck + sum(others.map(({ cards, shown }) => cards - (shown?.length ?? 0)));
      expect(sum(unseenCards(view).map(([, count]) => count))).toBe(hidden);
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
});
