import { describe, expect } from 'vitest';
import { signIn } from './kit/api';
import { axeViolations } from './kit/axe';
import { test } from './kit/fixture';
import { introduce, openTable } from './kit/lobby';
import { en } from './kit/text';
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

  test('lets a person without a name create a table with two clicks', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    await page.goto(fixture.url);
    await page.getByTestId('play-meduris').click();
    expect(await axeViolations(page), 'axe on the form of a new table').toEqual([]);
    await page.getByTestId('name-input').fill('Ada');
    await page.getByTestId('create-table').click();
    await page.getByTestId('invite-link').waitFor();
    expect(await page.getByTestId('seat-0').innerText()).toContain('Ada');
    const blue = page.getByTestId('color-blue');
    await blue.click();
    await until('Ada is blue', async () => (await blue.getAttribute('aria-pressed')) === 'true');
  });

  test('shows a table to its players, and a running one with its board to others', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const ben = await fixture.person('Ben');
    const cleo = await fixture.person('Cleo');
    await introduce(ada, fixture.url);
    const { pathname } = new URL(await openTable(ada, { seats: 2, visibility: 'public' }));
    await signIn(fixture.url, [ben]);
    await ben.page.goto(fixture.url);
    await ben.page.locator(`[data-testid="table-row"][href="${pathname}"]`).click();
    await ben.page.getByTestId('sit-1').click();
    await ada.page.getByTestId('start-table').click();
    await ada.page.getByTestId('decision-prompt').waitFor();

    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('table-row').first().waitFor();
    expect(await ada.page.locator(`main a[href="${pathname}"]`).count()).toBe(1);

    await cleo.page.goto(fixture.url);
    const card = cleo.page.locator(`[data-testid="table-row"][href="${pathname}"]`);
    await card.scrollIntoViewIfNeeded();
    await card.locator('.board-layers').waitFor();
    expect(await axeViolations(cleo.page), 'axe on a list with a table to watch').toEqual([]);
    await card.click();
    await cleo.page.getByText(en['play.watching']).waitFor();
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
