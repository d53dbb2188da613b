import { describe, expect } from 'vitest';
import { untilAnswered } from './kit/decision';
import { test } from './kit/fixture';
import { logOf, untilCurrent } from './kit/log';
import { expectMoves, expectSameAfterReload, midGame, otherPlayer, playerToMove } from './kit/mid-game';
import { en } from './kit/text';
import { until } from './kit/until';

describe('in the middle of a game', () => {
  test('a reload changes nothing', async ({ fixture }) => {
    const game = await midGame(fixture, fixture.url, 11);
    const { players, player, table } = game;
    const sessions = await Promise.all(players.map((person) => person.api(fixture.url)));
    const views = (): Promise<unknown[]> => Promise.all(sessions.map((api) => api.get(`/tables/${table}/view`)));
    const before = await views();
    const opened: string[] = [];
    players[0].page.on('websocket', (socket) => opened.push(new URL(socket.url()).pathname));
    await expectSameAfterReload(game);
    expect(await views()).toEqual(before);
    // The page takes over the socket that was opened while its code was loading.
    expect(opened.filter((path) => path.endsWith(`/tables/${table}/socket`))).toHaveLength(1);
    await player.play(players, () => player.count >= 12);
  });

  test('a lost network changes nothing, and a move made meanwhile is kept', async ({ fixture }) => {
    const server = await fixture.startServer();
    const proxy = await fixture.startProxy(server.address);
    const game = await midGame(fixture, server.url, 12, proxy.url);
    const { players, all, player, table } = game;
    const logLength = async (): Promise<number> => (await logOf(players[0], server.url, table)).length;
    for (const person of all) person.expectsOutages = true;

    // The browser knows that it is offline.
    const offline = await playerToMove(players);
    await offline.context.setOffline(true);
    await offline.untilConnection('offline');
    const first = await player.click(offline);
    await offline.page.getByText(en['play.queued']).waitFor();
    expect(await logLength(), 'entries before the connection is back').toBe(player.count);
    await offline.context.setOffline(false);
    await offline.untilConnection('online');
    await untilAnswered(offline, first);
    await untilCurrent(all, server.url, table);

    // A page that was offline receives the moves of others.
    const absent = otherPlayer(players, await playerToMove(players));
    await absent.context.setOffline(true);
    await absent.untilConnection('offline');
    await player.move(otherPlayer(players, absent));
    await absent.context.setOffline(false);
    await untilCurrent(all, server.url, table);

    // All connections break, and a move is made in that moment.
    proxy.cut();
    for (const person of all) await person.untilConnection('reconnecting');
    const cutOff = await playerToMove(players);
    const second = await player.click(cutOff);
    proxy.restore();
    for (const person of all) await person.untilConnection('online');
    await untilAnswered(cutOff, second);
    await untilCurrent(all, server.url, table);

    // The move arrives and is stored, but its answer is lost.
    const unanswered = await playerToMove(players);
    const length = await logLength();
    proxy.dropReplies();
    const third = await player.click(unanswered);
    await until('the move is stored', async () => (await logLength()) > length);
    proxy.cut();
    await unanswered.untilConnection('reconnecting');
    proxy.restore();
    for (const person of all) await person.untilConnection('online');
    await untilAnswered(unanswered, third);
    await untilCurrent(all, server.url, table);

    await expectMoves(game, server.url);
    await expectSameAfterReload(game);
  });
});
