import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { plain, test } from './kit/fixture';
import { ListPlayer, pressDirectly } from './kit/list-player';
import { tableOf } from './kit/lobby';
import { logOf } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';

describe('a player who is away', () => {
  test('has a stand-in until they return, across a restart, and may hand the seat over', async ({ fixture }) => {
    const server = await fixture.startServer();
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    const table = await startTable(server.url, [ada, ben]);
    await openPages(server.url, [ada, ben], table);
    const player = new ListPlayer(new Random(5), pressDirectly);
    await player.play([ada, ben], () => player.count >= 4);

    await ben.page.getByTestId('leave').click();
    await ben.page.getByTestId('leave-now').click();
    await ada.page.getByTestId('agree-1').waitFor();
    expect(await axeViolations(ada.page), 'axe while a player is away').toEqual([]);
    await ada.page.getByTestId('agree-1').click();
    await ada.page.locator('ol.players').getByText(en['company.plays']).waitFor();
    ada.expectsOutages = ben.expectsOutages = true;
    ada.expectsRestart = ben.expectsRestart = true;
    await server.crash();
    await server.up();
    await player.play([ada], async () => (await botMoves(ada, server.url)) >= 3);
    ada.expectsRestart = ben.expectsRestart = false;

    await ben.page.goto(server.url + table.path);
    await ben.page.getByTestId('played-for-me').waitFor();
    expect(await axeViolations(ben.page), 'axe after a stand-in played').toEqual([]);
    const shown = Number(/\d+/.exec(await ben.page.getByTestId('played-for-me').innerText())?.[0]);
    const made = await botMoves(ada, server.url);
    expect(shown, "the number of the stand-in's moves on Ben's page").toBe(made);
    const own = (player.made.get('Ben') ?? 0) + 2;
    await player.play([ada, ben], () => (player.made.get('Ben') ?? 0) >= own);
    expect(await botMoves(ada, server.url), 'moves of the stand-in after the return').toBe(made);

    await ben.page.getByTestId('leave').click();
    await ben.page.getByTestId('hand-over').click();
    const seat = await ben.page.getByTestId('seat-link').inputValue();
    expect(await axeViolations(ben.page), 'axe on the handover').toEqual([]);
    const cleo = await fixture.person('Cleo', plain);
    await cleo.page.goto(seat);
    await cleo.page.getByTestId('name-input').fill('Cleo');
    await cleo.page.getByTestId('set-name').click();
    expect(await axeViolations(cleo.page), 'axe on the page that takes over a seat').toEqual([]);
    await cleo.page.getByTestId('claim-seat').click();
    await cleo.page
      .locator('ol.players li')
      .filter({ hasText: 'Cleo' })
      .getByText(en['play.you'], { exact: true })
      .waitFor();
    await ada.page.locator('ol.players').getByText('Cleo').waitFor();
    // The previous player of a private table becomes a spectator.
    await ben.page.getByText(en['play.watching']).waitFor();
    await player.play([ada, cleo], () => (player.made.get('Cleo') ?? 0) >= 2);
  });
});

/** Returns the number of moves that bots made at the person's table. */
async function botMoves(person: Person, server: string): Promise<number> {
  return (await logOf(person, server, tableOf(person))).filter(({ actor }) => actor === 'bot').length;
}
