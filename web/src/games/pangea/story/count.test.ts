import { describe, expect, it } from 'vitest';
import { finale as endOf } from '../../../lib/story/finale';
import { ledger } from '../../../lib/story/ledger';
import { missed } from '../../../lib/story/missed';
import { entries } from '../../../lib/story/recorded';
import { finale, gains, recap, totals } from './count';
import { games } from './fixtures/games';

describe.each(games.map((game) => [game.seats.length, game] as const))('a recorded game of %d', (seats, game) => {
  const told = entries(game);
  const now = totals(told.at(-1)?.after ?? {});

  it('tells which amulets came home', () => {
    const found = ledger(told, gains, now);
    expect(now).toHaveLength(seats);
    expect(found?.steps.at(-1)?.points).toEqual(now);
    // Everybody begins with the same: the own amulet, or none.
    expect(new Set(found?.steps[0]?.points).size).toBe(1);
    const sources = found?.sources.map(({ source }) => source) ?? [];
    expect(sources.length).toBeGreaterThan(1);
  });

  it('tells one who was away what each has done', () => {
    const lines = missed(told, Math.floor(told.length / 2), seats, 0, { gains, recap });
    expect(lines?.map(({ seat }) => seat)).toContain(1);
  });
});

it('a last round is told from its announcement on', () => {
  const ends = games.map((game) => endOf(entries(game), finale).map(({ name }) => name));
  const told = ends.filter((names) => names.length > 0);
  expect(told.length).toBeGreaterThan(0);
  for (const names of told) {
    expect(names[0]).toBe('last_round_announced');
    expect(names.at(-1)).toBe('game_ended');
  }
});
