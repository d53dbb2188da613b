import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, results, test } from './kit/fixture';

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
    await ben.page.getByTestId('vacation-end').click();
    await ada.page.getByTestId('paused').waitFor({ state: 'detached' });
  });
});
