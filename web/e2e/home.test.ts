import { describe, expect } from 'vitest';
import { signIn } from './kit/api';
import { axeViolations } from './kit/axe';
import { test } from './kit/fixture';
import { introduce, openTable } from './kit/lobby';
import { en } from './kit/text';
import { until } from './kit/until';

describe('the home page', () => {
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
    // Her own tables and those of others come in two answers.
    await ada.page.getByTestId('table-row').first().waitFor();
    const links = ada.page.locator(`main a[href="${pathname}"]`);
    await links.first().waitFor();
    expect(await links.count()).toBe(1);

    await cleo.page.goto(fixture.url);
    const card = cleo.page.locator(`[data-testid="table-row"][href="${pathname}"]`);
    await card.scrollIntoViewIfNeeded();
    await card.locator('.board-layers').waitFor();
    expect(await axeViolations(cleo.page), 'axe on a list with a table to watch').toEqual([]);
    await card.click();
    await cleo.page.getByText(en['play.watching']).waitFor();
  });
});
