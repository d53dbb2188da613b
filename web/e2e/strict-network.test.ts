import { describe, expect } from 'vitest';
import { untilAnswered } from './kit/decision';
import { test } from './kit/fixture';
import { untilCurrent } from './kit/log';
import { expectMoves, expectSameAfterReload, midGame, playerToMove } from './kit/mid-game';
import type { Person } from './kit/person';
import { en } from './kit/text';
import { until } from './kit/until';

/** Waits until the pages use a transport. */
async function untilTransport(people: readonly Person[], transport: string): Promise<void> {
  for (const { name, page } of people) {
    const note = page.getByTestId('network-note').first();
    await until(`${name} uses ${transport}`, async () => (await note.getAttribute('data-transport')) === transport);
  }
}

describe('a network that blocks WebSocket', () => {
  for (const upgrades of [403, 426, 'dropped', 'swallowed'] as const) {
    test(`people play on: upgrades are ${upgrades}`, async ({ fixture }) => {
      const server = await fixture.startServer();
      const proxy = await fixture.startStrictProxy(server.address);
      const game = await midGame(fixture, server.url, 21, proxy.url, () => (proxy.upgrades = upgrades));
      const { players, all, player, table } = game;
      await untilTransport(all, 'events');
      for (const person of all) {
        await person.untilConnection('online');
        await person.page.getByText(en['network.events']).waitFor();
      }
      await player.play(players, () => player.count >= 14);
      await untilCurrent(all, server.url, table);
      await expectMoves(game, server.url);
      await expectSameAfterReload(game);
      await untilTransport(all, 'events');
      const seat = await (await players[0].api(server.url)).get(`/tables/${table}`);
      expect(seat, 'presence').toMatchObject({ seats: [{ connected: true }, { connected: true }] });

      // The note goes away for good.
      for (const { page } of all) await page.getByTestId('network-note').getByRole('button').click();
      for (const { page } of all) await page.getByText(en['network.events']).waitFor({ state: 'detached' });
    });
  }

  test('people play on if it also holds streams back', async ({ fixture }) => {
    const server = await fixture.startServer();
    const proxy = await fixture.startStrictProxy(server.address);
    const game = await midGame(fixture, server.url, 22, proxy.url, () => {
      proxy.upgrades = 403;
      proxy.holdBack();
    });
    const { players, all, player, table } = game;
    await untilTransport(all, 'polling');
    for (const person of all) await person.page.getByText(en['network.polling']).waitFor();
    await player.play(players, () => player.count >= 13);
    await untilCurrent(all, server.url, table);
    await expectMoves(game, server.url);
  });
});

describe('a proxy that demands a login under an open page', () => {
  for (const login of ['redirect', 'page', 401, 403] as const) {
    test(`the page says so: ${login}`, async ({ fixture }) => {
      const server = await fixture.startServer();
      const proxy = await fixture.startStrictProxy(server.address);
      const game = await midGame(fixture, server.url, 23, proxy.url);
      for (const person of game.all) person.expectsOutages = person.expectsLogin = true;
      proxy.login = login;
      proxy.cutSockets();
      for (const { page } of game.all) await page.getByText(en['network.login']).waitFor();
      const [{ page }] = game.players;
      if (login !== 'redirect') {
        await page.getByRole('button', { name: en['signIn.enter'] }).click();
        await page.getByRole('heading', { name: 'The login page' }).waitFor();
      }
      proxy.login = undefined;
      await page.goto(`${proxy.url}/t/${game.table}`);
      // Pages without a reload go on, too.
      for (const person of game.all) await person.untilConnection('online');
      for (const person of game.all) await person.page.getByText(en['network.login']).waitFor({ state: 'detached' });
    });
  }
});

test('a move that was made without a server survives a reload, and is made once', async ({ fixture }) => {
  const server = await fixture.startServer();
  const proxy = await fixture.startProxy(server.address);
  const game = await midGame(fixture, server.url, 24, proxy.url);
  const { players, all, player, table } = game;
  for (const person of all) person.expectsOutages = true;
  proxy.cut();
  const asked = await playerToMove(players);
  await asked.untilConnection('reconnecting');
  const decision = await player.click(asked);
  await asked.page.getByText(en['play.queued']).waitFor();
  await asked.page.goto('about:blank'); // without a server, a reload loads nothing
  proxy.restore();
  await asked.page.goto(`${proxy.url}/t/${table}`);
  await untilAnswered(asked, decision);
  for (const person of all) await person.untilConnection('online');
  await untilCurrent(all, server.url, table);
  await expectMoves(game, server.url);
  await asked.page.reload();
  await asked.untilConnection('online');
  await expectMoves(game, server.url);
});
