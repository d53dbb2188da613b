import { describe, expect, it } from 'vitest';
import { games } from '../animation/fixtures/games';
import { readView } from '../board/view';
import type { View } from '../types.gen';
import type { Move } from '../../../lib/wire/game';
import { productionChanges, viewAfter } from './preview';

/** The move that an event reports; a founded tribe is left out, because its home is unknown before. */
function moveOf(name: string, data: Record<string, unknown>): Move | undefined {
  const { tile, tribe, to, over, seller, amulet, price } = data;
  if (name === 'tile_shifted') return { do: 'shift', tile, to, over } as Move;
  if (name === 'tribe_moved' || name === 'neutral_moved') return { do: 'move', tribe, to, over } as Move;
  if (name === 'amulet_bought') return { do: 'buy', tribe, seller, amulet, price } as Move;
  return undefined;
}

/** The entries of the recorded games that only make one move. */
const cases = games.flatMap(([, entries]) =>
  entries.flatMap(({ events, before, after }) => {
    const [made] = events.filter(({ name }) => name !== 'asked');
    const [view, next] = [readView(before), readView(after)];
    const move = made && moveOf(made.name, made.data);
    const single = events.every(({ name }) => name === made?.name || name === 'asked');
    return single && move && view && next ? [{ move, view, next, seat: Number(made.data.seat) }] : [];
  }),
);

const facts = ({ tiles, players }: View): unknown => [
  tiles,
  players.map(({ goods, production }) => [goods, production]),
];

describe('the board after a move', () => {
  it.each(['shift', 'move', 'buy'])('is as the server then shows it: %s', (kind) => {
    const made = cases.filter(({ move }) => move.do === kind);
    expect(made.length).toBeGreaterThan(1);
    for (const { move, view, next, seat } of made) expect(facts(viewAfter(view, seat, move))).toEqual(facts(next));
  });

  it('tells whose production changes', () => {
    const changes = cases.flatMap(({ move, view, seat }) => productionChanges(view, viewAfter(view, seat, move)));
    expect(changes.length).toBeGreaterThan(5);
    for (const { old, n } of changes) expect(n).not.toBe(old);
  });
});
