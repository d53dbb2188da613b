import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { desk, phone, results, test } from './kit/fixture';
import type { Person } from './kit/person';
import { adminKey } from './kit/server';
import { until } from './kit/until';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/** Looks at an open dialog by day and by night, in all windows. It violates no rule of WCAG. */
async function look({ page }: Person, name: string): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme === 'dark' ? 'night' : 'day'}]`).waitFor();
      found.push(...(await axeViolations(page)).map((fault) => `${size.width} ${colorScheme}: ${fault}`));
      await picture(page, `${name} ${size.width} ${colorScheme}`);
    }
  }
  if (before) await page.setViewportSize(before);
  expect(found).toEqual([]);
}

describe('show me this text', () => {
  test.for([
    ['a desk', desk],
    ['a phone', phone],
  ] as const)(
    'in German at %s, a reader without an account corrects a text, and the operator sees it',
    async ([name, options], { fixture }) => {
      const server = await fixture.startServer({ admin: true });
      const reader = await fixture.person('Ada', { ...options, locale: 'de-DE' });
      const { page } = reader;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const dialog = page.getByTestId('this-text');
      const press = (testid: string): Promise<void> => page.getByTestId(testid).click();

      await page.goto(server.url);
      await page.getByTestId('play-meduris').waitFor();
      await page.keyboard.press('Shift+F2');
      await page.getByTestId('text-mode').waitFor();
      await picture(page, `text mode ${name}`);
      expect(asked.filter((path) => /texts-(?!de-)[a-z]{2}-|\/api\/.*\/texts\//.test(path))).toEqual([]);

      // A link is not followed, and a button does nothing.
      await page.getByRole('link', { name: 'Einstellungen' }).first().click();
      await dialog.waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await press('play-meduris');
      await dialog.getByTestId('text-english').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await dialog.getByTestId('text-key').innerText()).toBe('client home.play');
      expect(await dialog.getByTestId('text-english').innerText()).toBe('Play with friends');
      expect(await dialog.getByTestId('text-own').innerText()).toBe('Mit Freunden spielen');
      expect(await dialog.getByTestId('send-text').isDisabled(), 'an unchanged text').toBe(true);
      await dialog.getByTestId('better-text').fill('Los geht’s');
      await look(reader, `this text ${name}`);
      await press('send-text');
      await dialog.getByText('Gesendet. Danke.').waitFor();

      // Only the pressed text was loaded in English.
      expect(asked.filter((path) => /texts-(?!de-)[a-z]{2}-/.test(path))).toEqual([]);
      await press('text-mode-off');
      await dialog.waitFor({ state: 'detached' });
      await page.getByTestId('text-mode').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Einstellungen' }).first().click();
      await until('the link leads to the settings', () =>
        Promise.resolve(new URL(page.url()).pathname === '/settings'),
      );
      expect(await page.getByTestId('texts-switch').isChecked()).toBe(false);

      const operator = await fixture.person('operator');
      await operator.page.goto(new URL('texts', server.adminURL).href);
      await operator.page.getByRole('textbox').or(operator.page.locator('#key')).first().fill(adminKey);
      await operator.page.keyboard.press('Enter');
      await operator.page.getByRole('heading', { name: 'Overview' }).waitFor();
      await operator.page.getByRole('link', { name: 'Texts' }).click();
      await operator.page.getByText('Los geht’s').waitFor();
      expect(await operator.page.locator('main').innerText()).toContain('de client home.play');
      expect(await axeViolations(operator.page), 'axe on the page of texts').toEqual([]);
      if (process.env.PICTURES)
        for (const size of sizes) {
          await operator.page.setViewportSize(size);
          await operator.page.screenshot({ path: join(results, `admin texts ${size.width}.png`) });
        }
      await operator.page.getByRole('button', { name: 'Close the suggestion “Los geht’s”' }).click();
      await operator.page.getByText('The suggestion is closed.').waitFor();
      expect(operator.faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([]);
    },
  );

  test('at a table, texts of the title are found, by finger and key, and no move is made', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, locale: 'de-DE', settings: { plain: true } });
    const table = await startTable(fixture.url, [ada], { seats: 2 });
    await openPages(fixture.url, [ada], table);
    const { page } = ada;
    const dialog = page.getByTestId('this-text');
    const key = dialog.getByTestId('text-key');
    await page.getByTestId('move-button').first().waitFor();
    const entries = await page.getByTestId('log-entry').count();

    await page.keyboard.press('Shift+F2');
    await page.getByTestId('text-mode').waitFor();
    await page.getByTestId('decision-prompt').tap();
    await key.waitFor();
    expect(await key.innerText()).toMatch(/^meduris decision\./);
    await look(ada, 'this text of a title');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByTestId('move-button').first().tap();
    await key.waitFor();
    const ofMove = await key.innerText();
    expect(ofMove).toMatch(/^meduris /);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('move-button').first().focus();
    await page.keyboard.press('Enter');
    await key.waitFor();
    // A key has no place on the button, so that its two texts are offered.
    expect(await dialog.getByTestId('text-choice').locator('option').count()).toBeGreaterThan(1);
    expect(await page.getByTestId('log-entry').count(), 'no move was made').toBe(entries);
  });
});
