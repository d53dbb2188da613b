import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { Clicker, pressQuickly } from './kit/clicker';
import { test } from './kit/house';
import { introduce, openTable } from './kit/lobby';

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
