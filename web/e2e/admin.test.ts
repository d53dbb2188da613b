import { describe, expect } from 'vitest';
import { busyTables, names } from './kit/busy-tables';
import { test } from './kit/fixture';
import { adminKey } from './kit/server';

describe('the pages of administration', () => {
  test('work by keyboard and without scripts', async ({ fixture }) => {
    const server = await fixture.startServer({ admin: true });
    const { table, people } = await busyTables(server.url);

    const operator = await fixture.person('operator', { javaScriptEnabled: false, locale: 'nl-NL' });
    const { page } = operator;
    await page.goto(server.adminURL);
    await page.locator('input:focus').waitFor(); // the field gets the focus when the page is painted
    await page.keyboard.type(adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overzicht' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#main$/); // the first link skips the menu

    // Ban and lift by keyboard alone.
    await page.goto(new URL('bans', server.adminURL).href);
    await page.getByLabel('Adres of bereik').focus();
    await page.keyboard.type('2001:db8:1234:5678::1');
    for (const text of ['', `een reden ${'met veel woorden '.repeat(12)}`, '']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Het adres is geblokkeerd.').waitFor();
    const lift = page.getByRole('button', { name: 'De blokkade van 2001:db8:1234:5678::/64 opheffen' });
    await lift.waitFor();

    // One reported message is removed, and the table's readers get no text of it.
    await page.goto(new URL('reports', server.adminURL).href);
    await page
      .getByRole('button', { name: `Het bericht van ${names[0]} verwijderen` })
      .first()
      .press('Enter');
    await page.getByText('Het bericht is verwijderd.').waitFor();
    expect(await page.getByRole('button', { name: 'afhandelen' }).count()).toBe(1);
    const chat = JSON.stringify(await people[1]?.(`/tables/${table}/chat`));
    expect(chat).not.toContain('long long');
    expect(chat).toContain('W'.repeat(120));

    await page.goto(new URL('bans', server.adminURL).href);
    await lift.focus();
    await page.keyboard.press('Enter');
    await page.getByText('De blokkade is opgeheven.').waitFor();
    await page.getByRole('button', { name: 'Uitloggen' }).press('Enter');
    await page.getByRole('heading', { name: 'Inloggen' }).waitFor();
    // The page that asks for the key is an answer of 401, which the console names.
    expect(operator.faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([]);
  });
});
