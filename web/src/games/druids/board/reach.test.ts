import { describe, expect, it } from 'vitest';
import { entryChanges } from '../../../lib/animation/recording';
import five from '../animation/fixtures/game-5.json';
import four from '../animation/fixtures/game-4.json';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { isFree, neighbors, reach } from './reach';

const names = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();

const choices = Object.entries(fixtures).filter(([, { decisions }]) =>
  decisions.some(({ kind, moves }) => (kind === 'go' || kind === 'use') && moves.length > 0),
);

describe.each(choices)('the reach of figures: %s', (_, { view: members, decisions }) => {
  const view = guard.requireView(members);
  const decision = decisions.find(({ moves }) => moves.length > 0);
  const dice = view.turn.dice ?? [];

  it('is that of the legal moves', () => {
    if (decision?.kind === 'go') {
      const face = dice[view.turn.die];
      const found = [...reach(view, view.turn.figure, face ?? { shape: '', pips: 0 })];
      const legal = decision.moves.map(({ stone, path }) => ({ stone, path }));
      expect(names(found.map(([stone, path]) => ({ stone, path })))).toEqual(names(legal));
    } else if (decision?.kind === 'use') {
      const usable = dice.flatMap((face, die) =>
        view.figures
          .filter(({ seat, at }) => seat === decision.seat && at === 'stone' && !face.used)
          .filter(({ figure }) => reach(view, figure, face).size > 0)
          .map(({ figure }) => ({ die, figure })),
      );
      expect(names(usable)).toEqual(names(decision.moves));
    }
  });
});

/** The recorded walks, each with the view before it. */
function walks(
  recording: Parameters<typeof entryChanges>[0],
): [View, { figure: string; path: number[]; die: number }][] {
  return entryChanges(recording)
    .slice(1)

    .flatMap(({ events, before, views }) => {
      return events.flatMap((event, i): [View, { figure: string; path: number[]; die: number }][] => {
        const now = guard.requireView(views[i - 1] ?? before);
        return event.name === 'figure_moved' ? [[now, event.data as never]] : [];
      });
    });
}

it.each([
  ['5 players', five],
  ['4 players', four],
])('has the path of every recorded walk: %s', (_, game) => {
  const all = walks(game);
  expect(all.length).toBeGreaterThan(5);
  for (const [view, { figure, path, die }] of all) {
    const face = view.turn.dice?.[die];
    expect(face && reach(view, figure, face).get(path.at(-1) ?? -1)).toEqual(path);
  }
});

it('knows the stones next to a stone, and which have room', () => {
  const view = guard.requireView(fixtures.place?.view ?? {});
  expect(neighbors(view, 1)).toEqual([2, 0, 13]);
  expect(neighbors(view, 35)).toEqual([24, 34, 23]);
  expect(isFree(view, 0), 'a pentagram').toBe(false);
  expect(isFree(view, 1)).toBe(true);
  const on = (n: number): View => ({
    ...view,
    figures: view.figures.map((one, i) => (i < n ? { ...one, at: 'stone', stone: 1 } : one)),
  });
  expect([isFree(on(1), 1), isFree(on(2), 1)]).toEqual([true, false]);
});
