import { describe } from 'vitest';
import { playUntilAsked, startTable } from './kit/api';
import { untilAnswered } from './kit/decision';
import { test } from './kit/fixture';
import { Guest } from './kit/guest';
import { untilCurrent } from './kit/log';
import { expectMoves, midGame, playerToMove } from './kit/mid-game';
import { Random } from './kit/random';
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

test('a home page whose connections a router has forgotten tells of the next turn', async ({ fixture }) => {
  const server = await fixture.startServer();
  const proxy = await fixture.startProxy(server.address);
  const [ada, ben] = [await fixture.person('Ada'), new Guest('Ben')];
  const table = await startTable(server.url, [ada, ben]);
  await playUntilAsked(server.url, [ada, ben], table.id, new Random(3), false);
  const { page } = ada;
  await page.goto(proxy.url);
  await page.getByText(en['home.calm']).waitFor();
  proxy.forget();
  await playUntilAsked(server.url, [ada, ben], table.id, new Random(4));
  // The reader comes back to the page.
  await page.locator('h1').click();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText(en['home.calm']).waitFor({ state: 'detached', timeout: 15_000 });
});
