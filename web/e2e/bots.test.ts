import { describe, expect } from 'vitest';
import { barriers } from './kit/axe';
import { Chance } from './kit/chance';
import { Clicker, pressQuickly } from './kit/clicker';
import { test } from './kit/house';
import { introduce, meet, openTable, tableOf } from './kit/lobby';
import { logOf } from './kit/log';
import type { Person } from './kit/person';

const still = { reducedMotion: 'reduce' } as const;

describe('a game against bots', () => {
  test('begins with two clicks and is played to its end, across a restart', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada', still);
    await introduce(ada, server.url);
    await ada.page.getByTestId('bots-meduris').click();
    await ada.page.getByTestId('play-bots').click();
    await ada.page.getByTestId('decision-prompt').waitFor();

    const players = await ada.page.locator('ol.players').innerText();
    for (const sign of ['Bramble', 'Clover', 'bot, medium']) expect(players).toContain(sign);

    await ada.page.getByTestId('ask-hint').click();
    await ada.page.getByTestId('hint').waitFor();
    expect(await barriers(ada.page), 'what axe finds where a hint is given').toEqual([]);
    const clicker = new Clicker(new Chance(3), pressQuickly);
    await clicker.play([ada], () => clicker.count >= 8);
    ada.expectsOutages = true;
    await server.crash();
    await server.up();
    await clicker.playOut([ada]);
    expect(await ada.page.getByTestId('scores').innerText()).toContain('Bramble');

    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('start-table').click();
    await ada.page.getByTestId('decision-prompt').waitFor();
  });

  for (const title of ['druids', 'pangea']) {
    test(`is played to its end: ${title}`, async ({ house }) => {
      const server = await house.server();
      const ada = await house.person('Ada', still);
      await introduce(ada, server.url);
      await ada.page.getByTestId(`bots-${title}`).click();
      await ada.page.getByTestId('play-bots').click();
      await ada.page.getByTestId('decision-prompt').waitFor();
      await ada.page.getByTestId('ask-hint').click();
      await ada.page.getByTestId('hint').waitFor();
      await new Clicker(new Chance(7), pressQuickly).playOut([ada]);
      expect(await ada.page.getByTestId('scores').innerText()).toContain('Bramble');
    });
  }

  test('is made up by the host, who gives seats to bots and takes them back', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada', still);
    await introduce(ada, server.url);
    const link = await openTable(ada, { seats: 3, visibility: 'private' });
    const { page } = ada;
    await page.getByTestId('bot-1-hard').click();
    await page.getByTestId('remove-1').click();
    await page.getByTestId('bot-1-easy').click();
    await page.getByTestId('bot-1-medium').click();
    await page.getByTestId('bot-2-easy').click();
    const ben = await house.person('Ben', still);
    await ben.page.goto(link);
    await ben.page.getByTestId('seat-1').getByText('bot, medium').waitFor();
    expect(await ben.page.getByTestId('bot-1-easy').count(), 'bots are the business of the host').toBe(0);
    await page.getByTestId('start-table').click();
    await page.getByTestId('decision-prompt').waitFor();
  });
});

describe('a player who is away', () => {
  test('has a bot in their place until they return, across a restart, and may hand the seat to a friend', async ({
    house,
  }) => {
    const server = await house.server();
    const ada = await house.person('Ada', still);
    const ben = await house.person('Ben', still);
    const link = await meet(server.url, ada, [ben]);
    const clicker = new Clicker(new Chance(5), pressQuickly);
    await clicker.play([ada, ben], () => clicker.count >= 6);

    await ben.page.getByTestId('leave').click();
    await ben.page.getByTestId('leave-now').click();
    await ada.page.getByTestId('agree-1').waitFor();
    expect(await barriers(ada.page), 'what axe finds where somebody is away').toEqual([]);
    await ada.page.getByTestId('agree-1').click();
    await ada.page.locator('ol.players').getByText('a bot plays').waitFor();
    ada.expectsOutages = ben.expectsOutages = true;
    await server.crash();
    await server.up();
    await clicker.play([ada], async () => (await movesOfBot(ada, server.url)) >= 3);

    await ben.page.goto(link);
    await ben.page.getByTestId('played-for-me').waitFor();
    expect(await barriers(ben.page), 'what axe finds where a bot stood in').toEqual([]);
    const told = Number(/\d+/.exec(await ben.page.getByTestId('played-for-me').innerText())?.[0]);
    const made = await movesOfBot(ada, server.url);
    expect(told, 'the moves that Ben is told of').toBe(made);
    await clicker.play([ada, ben], async () => (clicker.made.get('Ben') ?? 0) >= 5);
    expect(await movesOfBot(ada, server.url), 'a bot plays no more').toBe(made);

    await ben.page.getByTestId('leave').click();
    await ben.page.getByTestId('hand-over').click();
    const seat = await ben.page.getByTestId('seat-link').inputValue();
    expect(await barriers(ben.page), 'what axe finds where a seat is handed over').toEqual([]);
    const cleo = await house.person('Cleo', still);
    await cleo.page.goto(seat);
    await cleo.page.getByTestId('name-input').fill('Cleo');
    await cleo.page.getByTestId('set-name').click();
    expect(await barriers(cleo.page), 'what axe finds where a seat is taken over').toEqual([]);
    await cleo.page.getByTestId('claim-seat').click();
    await cleo.page.locator('ol.players li').filter({ hasText: 'Cleo' }).getByText('you').waitFor();
    await ada.page.locator('ol.players').getByText('Cleo').waitFor();
    // Who handed a seat over at a private table goes on watching it.
    await ben.page.getByText('You are watching').waitFor();
    await clicker.play([ada, cleo], () => (clicker.made.get('Cleo') ?? 0) >= 2);
  });
});

/** How many moves bots made at the table. */
async function movesOfBot(person: Person, server: string): Promise<number> {
  return (await logOf(person, server, tableOf(person))).filter(({ actor }) => actor === 'bot').length;
}
