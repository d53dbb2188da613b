import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { results, test } from './kit/fixture';
import { headingFaults } from './kit/headings';
import type { Person } from './kit/person';
import { adminKey } from './kit/server';
import { textFaults } from './kit/text-faults';

const sizes = [
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];

/** Names as long as the server allows: of words, of one word, and from right to left. */
const names = ['Wilhelmina-Christina van der Sch', 'W'.repeat(32), 'שרה בת־חיים <b>וחברים</b>'];

/** A reason of many words. */
const text300 = 'because of this '.repeat(15).trim();

/** Makes a person and returns a function that sends a request in their name. */
async function register(url: string, name: string): Promise<(path: string, body?: object) => Promise<unknown>> {
  let cookie = '';
  /** Sends a POST with the body, or a GET without one. */
  const send = async (path: string, body?: object): Promise<unknown> => {
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'Content-Type': 'application/json', cookie };
    const response = await fetch(`${url}/api/v1${path}`, { ...post, headers });
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  await send('/players', { name });
  return send;
}

describe('the pages of administration', () => {
  test('work by keyboard and without scripts, fit all windows, and violate no rule of WCAG', async ({ fixture }) => {
    const server = await fixture.startServer({ admin: true });
    const people = await Promise.all(names.map((name) => register(server.url, name)));
    let table = '';
    for (const [i, title] of ['meduris', 'druids', 'pangea'].entries()) {
      const made = await people[i]?.('/tables', { title, seats: 4, visibility: i ? 'public' : 'private' });
      const { id, invite } = (made as { table: { id: string; invite: string } }).table;
      table = id;
      for (const [j, other] of people.entries())
        if (j !== i) await other(`/tables/${id}/seats`, { seat: j < i ? j + 1 : j, invite });
      await people[i]?.(`/tables/${id}/bots`, { level: 'medium', seat: 3 });
    }
    for (const text of [`<b>${'long '.repeat(20)}`, 'W'.repeat(120)])
      await people[0]?.(`/tables/${table}/chat`, { id: crypto.randomUUID(), text });
    for (const number of [1, 2])
      await people[1]?.(`/tables/${table}/chat/players-${number}/reports`, { reason: text300 });

    const operator = await fixture.person('operator', { javaScriptEnabled: false, locale: 'nl-NL' });
    const { page } = operator;
    await page.goto(server.adminURL);
    await page.locator('input:focus').waitFor(); // the field gets the focus when the page is painted
    await page.keyboard.type(adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overzicht' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(page.url(), 'the first link skips the menu').toContain('#main');

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

    // Axe needs scripts, so another window looks at the pages. It has the same session.
    const looker = await fixture.person('looker', {
      locale: 'nl-NL',
      storageState: await operator.context.storageState(),
    });
    const problems: string[] = [];
    const look = async ({ page }: Person, path: string): Promise<void> => {
      await page.goto(new URL(path, server.adminURL).href);
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
          if (process.env.PICTURES) {
            mkdirSync(results, { recursive: true });
            const name = `admin ${path.replace(/\W+/g, '-')} ${size.width} ${colorScheme}.png`;
            await page.screenshot({ path: join(results, name), fullPage: true });
          }
        }
      }
    };
    for (const path of ['', 'tables', `tables/${table}`, 'people', 'reports', 'limits', 'bans', 'log'])
      await look(looker, path);

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
    await look(looker, 'people?signed-out');
    expect(problems).toEqual([]);
    // The page that asks for the key is an answer of 401, which the console names.
    for (const person of [operator, looker])
      expect(person.faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([]);
  });
});
