import { describe, expect } from 'vitest';
import { finishByApi, untilDrawn } from '../kit/api';
import { axeViolations } from '../kit/axe';
import { test } from '../kit/fixture';
import { ListPlayer, pressDirectly } from '../kit/list-player';
import { introduce, openTable } from '../kit/lobby';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { en } from '../kit/text';

describe('a game against bots', () => {
  test('starts with two clicks and is played to its end, across a restart', async ({ fixture }) => {
    const server = await fixture.startServer();
    const ada = await fixture.person('Ada');
    await startAgainstBots(ada, server.url, 'meduris');
    const players = await ada.page.locator('ol.players').innerText();
    for (const text of [en['bot.name.1'], en['bot.name.2'], en['bot.sign.medium']]) expect(players).toContain(text);
    await askHint(ada);
    expect(await axeViolations(ada.page), 'axe with a hint').toEqual([]);

    const player = new ListPlayer(new Random(3), pressDirectly);
    await player.play([ada], () => player.count >= 4);
    ada.expectsOutages = ada.expectsRestart = true;
    await server.crash();
    await server.up();
    await player.play([ada], () => !long && player.count >= 6);
    if (!long) await finishByApi(server.url, [ada], new Random(4));
    expect(await ada.page.getByTestId('scores').innerText()).toContain(en['bot.name.1']);

    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('decision-prompt').waitFor();
  });

  for (const title of ['druids', 'pangea']) {
    test(`is played: ${title}`, async ({ fixture }) => {
      const ada = await fixture.person('Ada');
      await startAgainstBots(ada, fixture.url, title);
      await askHint(ada);
      const player = new ListPlayer(new Random(7), pressDirectly);
      await player.play([ada], () => !long && player.count >= 5);
      if (long) expect(await ada.page.getByTestId('scores').innerText()).toContain(en['bot.name.1']);
    });
  }

  test('has bots on the seats that its host gave them', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    await introduce(ada, fixture.url);
    const link = await openTable(ada, { seats: 3, visibility: 'private' });
    const { page } = ada;
    await page.getByTestId('bot-1-hard').click();
    await page.getByTestId('remove-1').click();
    await page.getByTestId('bot-1-easy').click();
    await page.getByTestId('bot-1-medium').click();
    await page.getByTestId('bot-2-easy').click();
    const ben = await fixture.person('Ben');
    await ben.page.goto(link);
    await ben.page.getByTestId('seat-1').getByText(en['bot.sign.medium']).waitFor();
    expect(await ben.page.getByTestId('bot-1-easy').count(), 'bot buttons for a guest').toBe(0);
    await page.getByTestId('start-table').click();
    await page.getByTestId('decision-prompt').waitFor();
  });
});

/** Starts a game against bots from the home page. */
async function startAgainstBots(person: Person, url: string, title: string): Promise<void> {
  const { page } = person;
  await introduce(person, url);
  await page.getByTestId(`bots-${title}`).click();
  await page.getByTestId('play-bots').click();
  await untilDrawn(page);
}

/** Asks for a hint and waits for it. Expects that no other button moves, and that the recommended choice is marked. */
async function askHint({ page }: Person): Promise<void> {
  const ask = page.getByTestId('ask-hint');
  await ask.waitFor();
  const places = (): Promise<string[]> =>
    page
      .locator('.prompt :is(button, summary):visible:not([data-testid="ask-hint"], [data-testid="hint"] *)')
      .evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [one.textContent.trim(), x, y, width, height].join(' ');
        }),
      );
  const before = await places();
  await ask.click();
  await page.getByTestId('hint').waitFor();
  expect(await places(), 'places of the buttons after the hint').toEqual(before);
  expect(await page.locator('[data-hinted], .hinted').count(), 'marks of the hint').toBeGreaterThan(0);
}
