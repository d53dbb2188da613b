import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, results, test } from './kit/fixture';
import type { Person } from './kit/person';

/** Sets the vacation of a person in their page, or ends it. */
async function setVacation({ page }: Person, until?: string): Promise<void> {
  const status = await page.evaluate(async (until) => {
    const body = JSON.stringify({ id: crypto.randomUUID(), until });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/api/v1/me/vacation', { method: 'PUT', headers, body })).status;
  }, until);
  expect(status).toBe(200);
}

describe('a table at the pace of days', () => {
  test('stands still while all players want a pause, and while one is on vacation', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const ben = await fixture.person('Ben', phone);
    const pace = { kind: 'days', bank: 86_400, increment: 3600, vacation: true };
    const table = await startTable(fixture.url, [ada, ben], { title: 'meduris', pace });
    await openPages(fixture.url, [ada, ben], table);

    await ada.page.getByTestId('leave').click();
    await ada.page.getByTestId('propose-pause').click();
    await ada.page.getByTestId('pause-withdraw').waitFor();
    await ben.page.getByTestId('pause-agree').click();
    for (const { page } of [ada, ben]) await page.getByTestId('paused').waitFor();
    await ada.page.getByTestId('clock-0').and(ada.page.getByTitle('All clocks stand still')).waitFor();
    if (process.env['PICTURES'])
      for (const { name, page } of [ada, ben]) await page.screenshot({ path: join(results, `pause ${name}.png`) });
    expect(await axeViolations(ada.page)).toEqual([]);

    // A shorter vacation during the pause does not end it.
    const later = await ada.page.getByTestId('paused').getByText('Paused until').innerText();
    await setVacation(ben, new Date(Date.now() + 86_400_000).toISOString());
    await ada.page.getByTestId('paused').getByText('Ben is on vacation').waitFor();
    expect(await ada.page.getByTestId('paused').innerText()).toContain(later);
    await setVacation(ben);

    await ben.page.getByTestId('propose-resume').click();
    await ada.page.getByTestId('resume-agree').click();
    for (const { page } of [ada, ben]) await page.getByTestId('paused').waitFor({ state: 'detached' });

    await ben.page.goto(`${fixture.url}/settings`);
    await ben.page.getByTestId('vacation-start').click();
    await ben.page.getByTestId('vacation-end').waitFor();
    if (process.env['PICTURES']) {
      await ben.page.getByTestId('vacation-settings').scrollIntoViewIfNeeded();
      await ben.page.screenshot({ path: join(results, 'vacation settings.png') });
    }
    await ada.page.getByTestId('paused').getByText('Ben is on vacation').waitFor();

    // A table that begins now stands still, too.
    const next = await startTable(fixture.url, [ada, ben], { title: 'meduris', pace, known: true });
    const page = await ada.context.newPage();
    await page.goto(`${fixture.url}${next.path}`);
    await page.getByTestId('paused').getByText('Ben is on vacation').waitFor();
    await ben.page.getByTestId('vacation-end').click();
    for (const each of [ada.page, page]) await each.getByTestId('paused').waitFor({ state: 'detached' });
  });
});
