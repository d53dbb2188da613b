import { describe, expect, it } from 'vitest';
import type { View } from '../types.gen';
import { games, seen } from './fixtures/games';
import { forward } from './forward';
import { typed } from './told';

/** What the picture of an entry is made of; what follows from it (production, prices, ranks) is the server's to say. */
function drawn({ tiles, peoples, players, turn, lastRound }: View, homes: boolean): unknown {
  return {
    tiles: tiles.map(({ field, tribes }) => ({ field, tribes })),
    peoples: peoples.map(({ people, tower, spell, tribes }) => ({
      people,
      tower,
      spell,
      tribes: tribes.map(({ id, tile, atHome, carries }) => ({ id, tile, atHome: homes && atHome, carries })),
    })),
    players: players.map(({ goods, amulets }) => ({ goods, amulets: [...amulets].sort() })),
    turn: { seat: turn.seat, round: turn.round, number: turn.number },
    lastRound: lastRound !== undefined,
  };
}

describe('the picture moved on by facts', () => {
  it.each(games.map((game) => [game.seats.length, game] as const))(
    'arrives where the server says: a game of %d',
    (_, game) => {
      const told = seen(game);
      expect(told.length).toBeGreaterThan(80);
      for (const { seq, events, before, after } of told) {
        // Of the first tribes an event does not say where they are at home.
        const homes = !events.some(({ name }) => name === 'tower_placed');
        const moved = events.reduce(forward, typed(before));
        expect({ seq, drawn: drawn(moved, homes) }).toEqual({ seq, drawn: drawn(typed(after), homes) });
      }
    },
  );

  it('leaves what it knows nothing of as it is', () => {
    const view = typed({ counter: 1 });
    expect(forward(view, { name: 'of_tomorrow', data: {} })).toBe(view);
  });
});
