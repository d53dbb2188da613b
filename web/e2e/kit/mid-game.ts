import { expect } from 'vitest';
import { openPages, playByApi, startTable } from './api';
import { plain, type Fixture } from './fixture';
import { ListPlayer } from './list-player';
import { movesOf, untilCurrent } from './log';
import type { Person } from './person';
import { Random } from './random';
import { en, text } from './text';
import { until, untilSame } from './until';

/** A game in the middle: two players and a spectator. */
export interface MidGame {
  players: readonly [Person, Person];
  eve: Person;
  all: readonly Person[];
  player: ListPlayer;
  table: string;
}

/**
 * Starts a game on a server and plays ten moves. The pages use the URL `at`, which may be a proxy. `breakNetwork` is called before the pages
 * open.
 */
export async function midGame(
  fixture: Fixture,
  server: string,
  seed: number,
  at = server,
  breakNetwork?: () => void,
): Promise<MidGame> {
  const players = [await fixture.person('Ada', plain), await fixture.person('Ben', plain)] as const;
  const eve = await fixture.person('Eve', plain);
  const all = [...players, eve];
  const table = await startTable(server, players);
  const made = await playByApi(server, players, table.id, new Random(seed), (moves) => moves >= 10);
  const player = new ListPlayer(new Random(seed));
  for (const [seat, { name }] of players.entries()) player.made.set(name, made[seat] ?? 0);
  breakNetwork?.();
  if (breakNetwork) for (const person of all) person.expectsOutages = true;
  await openPages(at, all, table);
  await untilCurrent(all, server, table.id);
  const game: MidGame = { players, eve, all, player, table: table.id };
  await untilAllPresent(game);
  return game;
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

/** Waits until every page shows all players connected, and the spectators. */
async function untilAllPresent({ players, all }: MidGame): Promise<void> {
  const watching = text('play.spectators', { n: String(all.length - players.length) });
  for (const { name, page } of all) {
    await until(`the page of ${name} shows everybody`, async () => {
      const shown = await page.locator('main').innerText();
      return shown.includes(watching) && !shown.includes(en['play.gone']);
    });
  }
}

/** Expects every page to show the same after a reload of all pages. A reload changes the presence on the other pages for a moment. */
export async function expectSameAfterReload(game: MidGame): Promise<void> {
  await untilAllPresent(game);
  const seen = new Map<Person, string>();
  for (const person of game.all) seen.set(person, await person.visibleText());
  for (const person of game.all) await person.page.reload();
  for (const [person, before] of seen) {
    await untilSame(`${person.name} sees the same after a reload`, before, () => person.visibleText());
  }
}
