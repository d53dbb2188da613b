import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { test } from './kit/fixture';
import { until } from './kit/until';

describe('the home page', () => {
  test('shows what a game is: players, length, weight, and a picture of the board', async ({ fixture }) => {
    const { page } = await fixture.person('Ada', { colorScheme: 'light' });
    await page.goto(fixture.url);
    const drawn = (place: string): Promise<void> =>
      until(`the picture in ${place}`, () =>
        page.evaluate(
          (selector) => (document.querySelector<HTMLImageElement>(`${selector} img.day`)?.naturalWidth ?? 0) > 0,
          place,
        ),
      ).then(() => undefined);
    for (const id of ['meduris', 'druids', 'pangea']) {
      await page.getByTestId(`facts-${id}`).scrollIntoViewIfNeeded();
      expect(await page.getByTestId(`facts-${id}`).innerText()).toMatch(
        /\d to \d players\s+\d+ to \d+ minutes\s+Weight: /,
      );
      await drawn(`[data-testid="board-${id}"]`);
    }
    // A small picture is no drawing of a board: the page stays light.
    expect(await page.locator('main .board-layers').count()).toBe(0);
    await page.getByTestId('weight-meduris').click();
    const why = page.getByRole('tooltip').first();
    expect(await why.isVisible()).toBe(true);
    expect(await axeViolations(page), 'axe on the explained weight').toEqual([]);
    await page.keyboard.press('Escape');
    expect(await why.isVisible()).toBe(false);
    await page.getByTestId('board-meduris').click();
    await drawn('dialog');
    expect(await axeViolations(page), 'axe on the picture of a board').toEqual([]);
  });

  test('switches all pages from day to night', async ({ fixture }) => {
    const { page } = await fixture.person('Ada', { colorScheme: 'light' });
    await page.goto(fixture.url);
    const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.theme);
    await until('it is day', async () => (await theme()) === 'day');
    await page.getByTestId('theme-switch').click();
    await until('it is night', async () => (await theme()) === 'night');
    for (const path of ['/settings', '/rules/meduris', '/nowhere']) {
      await page.goto(fixture.url + path);
      await page.locator('h1').waitFor();
      await until(`it is night at ${path}`, async () => (await theme()) === 'night');
      expect(await axeViolations(page), `axe on ${path}`).toEqual([]);
    }
  });
});
