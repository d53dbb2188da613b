import { expect } from 'vitest';
import { openPages, playByApi, startTable } from './api';
import { plain, type Fixture } from './fixture';
import { ListPlayer } from './list-player';
import { movesOf, untilCurrent } from './log';
import type { Person } from './person';
import { Random } from './random';
import { until, untilSame } from './until';

/** A game in the middle: two players and a spectator. */
export interface MidGame {
  players: readonly [Person, Person];
  eve: Person;
  all: readonly Person[];
  player: ListPlayer;
  table: string;
}

/** Starts a game on a server and plays ten moves. The pages use the URL `at`, which may be a proxy. */
export async function midGame(fixture: Fixture, server: string, seed: number, at = server): Promise<MidGame> {
  const players = [await fixture.person('Ada', plain), await fixture.person('Ben', plain)] as const;
  const eve = await fixture.person('Eve', plain);
  const all = [...players, eve];
  const table = await startTable(server, players);
  const made = await playByApi(server, players, table.id, new Random(seed), (moves) => moves >= 10);
  const player = new ListPlayer(new Random(seed));
  for (const [seat, { name }] of players.entries()) player.made.set(name, made[seat] ?? 0);
  await openPages(at, all, table);
  await untilCurrent(all, server, table.id);
  return { players, eve, all, player, table: table.id };
}

/** Returns the player whose page offers moves. */
export async function playerToMove(players: readonly Person[]): Promise<Person> {
  return until('a page offers moves', async () => {
    for (const person of players) if ((await person.page.getByTestId('move-button').count()) > 0) return person;
    return undefined;
  });
}

/** Returns the other player. */
export function otherPlayer(players: readonly Person[], one: Person): Person {
  return players.find((person) => person !== one) ?? one;
}

/** Expects the log to have every move that the players made, once. */
export async function expectMoves({ players, player, table }: MidGame, server: string): Promise<void> {
  for (const [seat, person] of players.entries()) {
    expect(await movesOf(person, server, table, seat), `moves of ${person.name}`).toBe(player.made.get(person.name));
  }
}

/** Expects every page to show the same after a reload. */
export async function expectSameAfterReload(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const before = await person.visibleText();
    await person.page.reload();
    await untilSame(`${person.name} sees the same after a reload`, before, () => person.visibleText());
  }
}
