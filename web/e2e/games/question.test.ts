import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, playByApi, playUntilAsked } from '../kit/api';
import { desk, phone, test, type Fixture, type PersonOptions } from '../kit/fixture';
import { confirmDevice, startFullTable, type fullest } from '../kit/full-table';
import { untilCurrent, untilPainted } from '../kit/log';
import { Random } from '../kit/random';

/** Plays a full table for some moves, and until Ada is asked. Returns her page, and functions that play on. */
async function asked(fixture: Fixture, title: keyof typeof fullest, options: PersonOptions, after: number) {
  const { all, watched, table } = await startFullTable(fixture, title, [options]);
  const [ada] = watched;
  const random = new Random(19);
  await playByApi(fixture.url, all, table.id, random, (made) => made >= after);
  const playUntil = async (mine: boolean): Promise<void> => {
    await playUntilAsked(fixture.url, all, table.id, random, mine);
    if (ada.page.url() === 'about:blank') await openPages(fixture.url, [ada], table);
    await untilCurrent([ada], fixture.url, table.id);
    await ada.page.locator('.prompt.mine').waitFor({ state: mine ? 'attached' : 'detached' });
    await untilPainted(ada.page);
  };
  await playUntil(true);
  return { ada, page: ada.page, playUntil };
}

/** Returns the color behind the question. */
function ground(page: Page): Promise<string> {
  return page.getByTestId('decision-prompt').evaluate((said) => getComputedStyle(said).backgroundColor);
}

describe('the question', () => {
  test('is the first thing in the panel, in a color that says whose turn it is', async ({ fixture }) => {
    const { ada, page, playUntil } = await asked(fixture, 'meduris', desk, 24);
    await confirmDevice(ada);
    const row = (player: string): Promise<string> =>
      page
        .locator(player)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    const distance = await page.evaluate(() => {
      const top = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().top ?? NaN;
      return top('.panel-box .said') - top('.panel-box');
    });
    expect(distance, 'pixels above the question').toBeLessThan(3);
    expect(await ground(page)).toBe(await row('.players > .asked'));
    const mine = await ground(page);
    await playUntil(false);
    expect(await ground(page)).not.toBe(mine);
  });

  test('has room below the goal of a first game, and the hand of cards is in view', async ({ fixture }) => {
    const { ada, page, playUntil } = await asked(fixture, 'druids', { ...desk, newcomer: true }, 20);
    await confirmDevice(ada);
    for (let tries = 0; (await page.locator('.prompt > .held > .cards').count()) === 0; tries++) {
      expect(tries, 'turns without a card').toBeLessThan(40);
      await playUntil(false);
      await playUntil(true);
    }
    await page.getByTestId('goal').waitFor();
    const share = await page
      .locator('.table.own')
      .evaluate((table) => getComputedStyle(table).getPropertyValue('--panel-share'));
    expect(share).toBe('86dvh');
  });
});

describe('on a phone', () => {
  test('the marks of five players take no room from their names', async ({ fixture }) => {
    const { page } = await asked(fixture, 'druids', phone, 12);
    const narrow = await page.locator('.players.many > li').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const { paddingLeft, paddingRight } = getComputedStyle(row);
        const room = row.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const name = row.querySelector('.who')?.clientWidth ?? 0;
        return name < room - 5 ? [`${row.textContent.trim()}: ${name} of ${room}`] : [];
      }),
    );
    expect(narrow).toEqual([]);
  });
});
