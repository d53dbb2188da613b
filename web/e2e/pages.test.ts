import { mkdirSync } from 'node:fs';
import { join as path } from 'node:path';
import { describe, expect } from 'vitest';
import { barriers } from './kit/axe';
import { Chance } from './kit/chance';
import { Clicker, pressQuickly } from './kit/clicker';
import { results, test } from './kit/house';
import { introduce, join, openTable, start } from './kit/lobby';
import type { Person } from './kit/person';
import { until } from './kit/until';

const screens = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

describe('pages', () => {
  test('fit a desk and a phone, by day and by night, and keep nobody out', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada', { reducedMotion: 'reduce', colorScheme: 'light' });
    const ben = await house.person('Ben', { reducedMotion: 'reduce' });
    await ada.page.goto(server.url);
    await ada.page.getByTestId('name-input').waitFor();
    await inspect(ada, 'stranger');
    await introduce(ada, server.url);
    await inspect(ada, 'home');
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await join(ben, link, 1);
    await ada.page.getByTestId('remove-1').waitFor();
    await inspect(ada, 'before the start');
    await start(ada, [ben]);

    const clicker = new Clicker(new Chance(51), pressQuickly);
    await clicker.play([ada, ben], () => clicker.count >= 60);
    await clicker.play([ben], async () => (await ada.page.getByTestId('move-button').count()) > 0);
    await inspect(ada, 'in the middle');
    await clicker.playOut([ada, ben]);
    await inspect(ada, 'the result');
    await ada.page.goto(`${server.url}/rules/meduris`);
    await ada.page.locator('article p').first().waitFor();
    await inspect(ada, 'rules');
    await ada.page.goto(`${server.url}/settings`);
    await ada.page.getByTestId('make-link').waitFor();
    await inspect(ada, 'settings');
    // Chromium has to hear the code with which its socket is closed, or it tries again for ever.
    await ada.page.goto(`${server.url}/t/${crypto.randomUUID()}`);
    await ada.page.getByText('This table does not exist').waitFor();
    expect(await barriers(ada.page), 'what axe finds on a table that is none').toEqual([]);
  });
});

/** Takes a picture of a page on each screen in each light, and looks for what does not fit or shuts somebody out. */
async function inspect(person: Person, name: string): Promise<void> {
  const { page } = person;
  mkdirSync(results, { recursive: true });
  for (const light of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: light });
    const theme = light === 'light' ? 'day' : 'night';
    await until(`it is ${theme}`, () =>
      page.evaluate((wanted) => document.documentElement.dataset.theme === wanted, theme),
    );
    for (const [screen, size] of Object.entries(screens)) {
      await page.setViewportSize(size);
      await page.screenshot({ path: path(results, `${name} ${screen} ${theme}.png`), fullPage: true });
      const [wider, longer] = await page.evaluate(() => {
        const all = document.documentElement;
        const end = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + scrollY;
        return [all.scrollWidth - innerWidth, all.scrollHeight - Math.max(innerHeight, Math.ceil(end))] as const;
      });
      expect(wider, `pixels that ${name} is wider than a ${screen} screen`).toBeLessThanOrEqual(0);
      // Positions are fractions of pixels: one may be left over.
      expect(longer, `pixels that hang out of the end of ${name} on a ${screen} screen`).toBeLessThanOrEqual(1);
      // Colours depend on the light, layout on the screen: two of the four have it all.
      if ((screen === 'narrow') === (theme === 'day')) {
        const what = `what axe finds on ${name}, ${screen}, ${theme}`;
        expect.soft(await barriers(page), what).toEqual([]);
      }
    }
  }
  await page.setViewportSize(screens.wide);
  await page.emulateMedia({ colorScheme: 'light' });
}
