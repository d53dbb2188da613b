import { describe } from 'vitest';
import { untilAnswered } from './kit/decision';
import { test } from './kit/fixture';
import { untilCurrent } from './kit/log';
import { expectMoves, midGame, playerToMove } from './kit/mid-game';
import { en } from './kit/text';

describe('in the middle of a game', () => {
  test('a network that swallows everything is noticed, and the game goes on without a reload', async ({ fixture }) => {
    const server = await fixture.startServer();
    const proxy = await fixture.startProxy(server.address);
    const game = await midGame(fixture, server.url, 15, proxy.url);
    const { players, all, player } = game;
    for (const person of all) person.expectsOutages = true;
    proxy.swallow();
    const asked = await playerToMove(players);
    const decision = await player.click(asked);
    await asked.page.getByText(en['play.sending']).waitFor();
    await asked.untilConnection('reconnecting');
    await asked.page.getByText(en['play.queued']).waitFor();
    // The others did nothing, so pings find it.
    for (const person of all) await person.untilConnection('reconnecting');
    proxy.restore();
    for (const person of all) await person.untilConnection('online');
    await untilAnswered(asked, decision);
    await untilCurrent(all, server.url, game.table);
    await expectMoves(game, server.url);
  });
});
