import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { busyTables } from './kit/busy-tables';
import { test } from './kit/fixture';
import { headingFaults } from './kit/headings';
import { picture } from './kit/pictures';
import { adminKey } from './kit/server';
import { textFaults } from './kit/text-faults';

const sizes = [
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];

describe('the pages of administration', () => {
  test('fit all windows, and violate no rule of WCAG', async ({ fixture }) => {
    const server = await fixture.startServer({ admin: true });
    const { table } = await busyTables(server.url);
    const looker = await fixture.person('looker', { locale: 'nl-NL' });
    const { page } = looker;
    const open = (path: string): Promise<unknown> => page.goto(new URL(path, server.adminURL).href);
    const problems: string[] = [];
    const look = async (path: string): Promise<void> => {
      await open(path);
      problems.push(...(await headingFaults(page)).map((fault) => `${path}: ${fault}`));
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const found = await textFaults(page);
          if (size === sizes[0])
            found.push(...(await axeViolations(page, colorScheme === 'dark' ? 'colors' : undefined)));
          if (size === sizes[2] && colorScheme === 'light') found.push(...(await axeViolations(page)));
          problems.push(...found.map((fault) => `${path} at ${size.width}, ${colorScheme}: ${fault}`));
          await picture(page, `admin ${path.replace(/\W+/g, '-')} ${size.width} ${colorScheme}`);
        }
      }
    };

    await look('people?signed-out');
    await page.locator('input').first().fill(adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open('bans');
    await page.getByLabel('Adres of bereik').fill('2001:db8:1234:5678::1');
    await page.getByLabel('Reden').fill(`een reden ${'met veel woorden '.repeat(12)}`);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Het adres is geblokkeerd.').waitFor();
    for (const path of ['', 'tables', `tables/${table}`, 'people', 'reports', 'limits', 'bans', 'log'])
      await look(path);
    expect(problems).toEqual([]);
    // The page that asks for the key is an answer of 401, which the console names.
    expect(looker.faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([]);
  });
});
