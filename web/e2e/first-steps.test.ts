import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect } from 'vitest';
import { test } from './kit/house';
import { introduce, openTable } from './kit/lobby';
import type { Person } from './kit/person';
import { until } from './kit/until';

const still = { reducedMotion: 'reduce' } as const;

describe('the first page', () => {
  test('lets a stranger begin a table with two clicks and a name', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada', still);
    await ada.page.goto(server.url);
    await ada.page.getByTestId('play-meduris').click();
    await finds(ada, 'a table being begun');
    await ada.page.getByTestId('name-input').fill('Ada');
    await ada.page.getByTestId('create-table').click();
    await ada.page.getByTestId('invite-link').waitFor();
    expect(await ada.page.getByTestId('seat-0').innerText()).toContain('Ada');
    await ada.page.getByTestId('color-blue').click();
    await until('the colour is hers', async () => {
      return (await ada.page.getByTestId('color-blue').getAttribute('aria-pressed')) === 'true';
    });
  });

  test('shows my tables to me and a running one, with its board, to others', async ({ house }) => {
    const server = await house.server();
    const [ada, ben, cleo] = [
      await house.person('Ada', still),
      await house.person('Ben', still),
      await house.person('Cleo', still),
    ];
    await introduce(ada, server.url);
    const link = await openTable(ada, { seats: 2, visibility: 'public' });
    await introduce(ben, server.url);
    await ben.page.getByTestId('table-row').click();
    await ben.page.getByTestId('sit-1').click();
    await ada.page.getByTestId('start-table').click();
    await ada.page.getByTestId('decision-prompt').waitFor();

    await ada.page.goto(server.url);
    await ada.page.getByTestId('table-row').first().waitFor();
    expect(await ada.page.locator(`main a[href="${new URL(link).pathname}"]`).count()).toBe(1);

    await cleo.page.goto(server.url);
    const card = cleo.page.getByTestId('table-row');
    await card.scrollIntoViewIfNeeded();
    await card.locator('svg.meduris').waitFor();
    await finds(cleo, 'a table to watch');
    await card.click();
    await cleo.page.getByText('You are watching').waitFor();
  });

  test('turns day into night, here and on every other page', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada', { ...still, colorScheme: 'light' });
    await ada.page.goto(server.url);
    const theme = (): Promise<string | undefined> => ada.page.evaluate(() => document.documentElement.dataset.theme);
    await until('it is day', async () => (await theme()) === 'day');
    await ada.page.getByTestId('theme-switch').click();
    await until('it is night', async () => (await theme()) === 'night');
    for (const path of ['/settings', '/rules/meduris', '/nowhere']) {
      await ada.page.goto(server.url + path);
      await ada.page.locator('h1').waitFor();
      await until(`it is night at ${path}`, async () => (await theme()) === 'night');
      await finds(ada, path);
    }
  });
});

/** Fails where axe finds something that shuts somebody out. */
async function finds({ page }: Person, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(told, `what axe finds on ${what}`).toEqual([]);
}
