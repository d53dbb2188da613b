import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { finishByApi, playByApi, playUntilAsked, withEmptyPages } from './kit/api';
import { axeViolations, useTheme } from './kit/axe';
import { test } from './kit/fixture';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import { untilCurrent } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { textFaults } from './kit/text-faults';

const screens = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

describe('pages', () => {
  test('of a table fit a desk and a phone, by day and by night', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    const ben = await fixture.person('Ben');
    await introduce(ada, fixture.url);
    await inspect(ada, 'home');
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await join(ben, link, 1);
    await ada.page.getByTestId('remove-1').waitFor();
    await inspect(ada, 'before the start');
    await start(ada, [ben]);

    const table = tableOf(ada);
    const random = new Random(51);
    await withEmptyPages([ada, ben], () => playByApi(fixture.url, [ada, ben], table, random, (moves) => moves >= 60));
    await playUntilAsked(fixture.url, [ada, ben], table, random);
    await untilCurrent([ada, ben], fixture.url, table);
    await ada.page.getByTestId('move-button').first().waitFor({ state: 'attached' });
    await inspect(ada, 'in the middle');
    await finishByApi(fixture.url, [ada, ben], random);
    await ada.page.getByTestId('fair-check').click();
    await ada.page.getByTestId('fair-result').waitFor();
    await inspect(ada, 'the result');
    // A link at the result leads to the page of the other player, who has a history now.
    await ada.page.getByTestId('scores').getByRole('link', { name: 'Ben' }).click();
    await ada.page.getByTestId('games').waitFor();
    await ada.page.getByTestId('versus').waitFor();
    await inspect(ada, 'the page of a player');
    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('companions').waitFor();
    await inspect(ada, 'home with companions');
  });

  test('beside a table fit a desk and a phone, by day and by night', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('name-input').waitFor();
    await inspect(ada, 'stranger');
    await introduce(ada, fixture.url);
    await ada.page.goto(`${fixture.url}/rules/meduris`);
    await ada.page.locator('article p').first().waitFor();
    await inspect(ada, 'rules');
    await ada.page.goto(`${fixture.url}/settings`);
    await ada.page.getByTestId('let-in').waitFor();
    await inspect(ada, 'settings');
    // Chromium must receive the close code of the socket, or the page would retry forever.
    await ada.page.goto(`${fixture.url}/t/${crypto.randomUUID()}`);
    await ada.page.getByText(en['connection.stopped.4001']).waitFor();
    expect(await axeViolations(ada.page), 'axe on a table that does not exist').toEqual([]);
  });
});

/** Expects a page to fit each screen in each theme, without accessibility problems. */
async function inspect({ page }: Person, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await useTheme(page, colorScheme);
    const theme = colorScheme === 'light' ? 'day' : 'night';
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      // The page lays itself out in the frame after the new size is known; two frames later it is drawn.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await picture(page, `${name} ${screen} ${theme}`);
      expect(await textFaults(page), `texts of ${name} on a ${screen} screen`).toEqual([]);
      const longer = await page.evaluate(() => {
        const end = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + scrollY;
        return document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(end));
      });
      // Positions are fractions of pixels, so one pixel is allowed.
      expect(longer, `pixels below the end of ${name} on a ${screen} screen`).toBeLessThanOrEqual(1);
      // Colors depend on the theme and layout on the screen, so two of the four combinations cover both.
      if ((screen === 'narrow') === (theme === 'day')) {
        const violations = await axeViolations(page, theme === 'night' ? 'colors' : undefined);
        expect.soft(violations, `axe on ${name}, ${screen}, ${theme}`).toEqual([]);
      }
    }
  }
  await page.setViewportSize(screens.wide);
  await page.emulateMedia({ colorScheme: 'light' });
}
