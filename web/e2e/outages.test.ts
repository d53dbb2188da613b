import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { untilAnswered } from './kit/decision';
import { test } from './kit/fixture';
import { logOf, untilCurrent } from './kit/log';
import { expectMoves, expectSameAfterReload, midGame, otherPlayer, playerToMove } from './kit/mid-game';
import type { Person } from './kit/person';
import { en } from './kit/text';
import { untilSame } from './kit/until';

describe('in the middle of a game', () => {
  test('a move is kept while nothing can be saved, and made afterwards', async ({ fixture }) => {
    const server = await fixture.startServer();
    const game = await midGame(fixture, server.url, 14);
    const { players, all, player, table } = game;
    server.setDiskFull(true);
    const asked = await playerToMove(players);
    const decision = await player.click(asked);
    await asked.page.getByText(en['connection.interrupted.kept']).waitFor();
    for (const person of all) await person.untilConnection('interrupted');
    await otherPlayer(players, asked).page.getByText(en['connection.interrupted']).waitFor();
    expect(await axeViolations(asked.page), 'axe while a move is kept').toEqual([]);
    expect((await logOf(asked, server.url, table)).length, 'entries while nothing can be saved').toBe(player.count);

    server.setDiskFull(false);
    await untilAnswered(asked, decision);
    for (const person of all) await person.untilConnection('online');
    await untilCurrent(all, server.url, table);
    await expectMoves(game, server.url);
    await expectSameAfterReload(game);
  });

  test('a server that crashes and restarts changes nothing', async ({ fixture }) => {
    const server = await fixture.startServer();
    const game = await midGame(fixture, server.url, 13);
    const { players, all, player, table } = game;
    for (const person of all) person.expectsOutages = person.expectsRestart = true;
    const seen = new Map<Person, string>();
    for (const person of all) seen.set(person, await person.visibleText());
    const api = await players[0].api(server.url);
    const view = await api.get(`/tables/${table}/view`);

    await server.crash();
    for (const person of all) await person.untilConnection('reconnecting');
    await server.up();
    for (const person of all) await person.untilConnection('online');
    for (const person of all) {
      await untilSame(`${person.name} sees the same as before the crash`, seen.get(person) ?? '', () =>
        person.visibleText(),
      );
    }
    expect(await api.get(`/tables/${table}/view`)).toEqual(view);

    // A move is made while no server runs.
    await server.crash();
    for (const person of all) await person.untilConnection('reconnecting');
    const asked = await playerToMove(players);
    const decision = await player.click(asked);
    await server.up();
    for (const person of all) await person.untilConnection('online');
    await untilAnswered(asked, decision);
    await player.play(players, () => player.count >= 13);
    await untilCurrent(all, server.url, table);
    await expectMoves(game, server.url);
    await expectSameAfterReload(game);
  });
});
