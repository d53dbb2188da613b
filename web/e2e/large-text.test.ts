import type { ViewportSize } from 'playwright-core';
import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { finishByApi, openPages, playByApi, startTable } from './kit/api';
import { everyPage } from './kit/every-page';
import { phone, test } from './kit/fixture';
import { Guest } from './kit/guest';
import { introduce, openTable } from './kit/lobby';
import { untilCurrent, untilPainted } from './kit/log';
import type { Person } from './kit/person';
import { populate } from './kit/populated';
import { Random } from './kit/random';
import { outOfReach, useFontSize } from './kit/reachable';
import { en } from './kit/text';
import { textFaults } from './kit/text-faults';
import { until } from './kit/until';

const phones = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;

const windows = [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, ...phones];

/** Returns what nobody can reach on a page, in each window and with each font size of the browser. `open` opens a part of the page that a resize closes. */
async function faultsOf(
  { page }: Person,
  name: string,
  sizes: readonly ViewportSize[] = windows,
  open?: () => Promise<void>,
  fonts = [24, 32],
): Promise<string[]> {
  const faults: string[] = [];
  for (const font of fonts) {
    // Chromium tells scripts of no media query that another font changed. In a narrow window, no result changes.
    await page.setViewportSize({ width: 390, height: 844 });
    await useFontSize(page, font);
    for (const size of sizes) {
      if (open) await page.keyboard.press('Escape');
      await page.setViewportSize(size);
      await open?.();
      await untilPainted(page);
      const screen = `${name}, ${font} px, ${size.width} by ${size.height}`;
      await picture(page, `large text ${screen}`);
      const look = async (): Promise<string[]> => [...(await textFaults(page)), ...(await outOfReach(page))];
      let found = await look();
      // The parts of a page that depend on the window follow some frames later.
      for (let frames = 0; frames < 3 && found.length > 0; frames++) {
        await untilPainted(page);
        found = await look();
      }
      faults.push(...found.map((fault) => `${screen}: ${fault}`));
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await useFontSize(page, 16);
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

describe('with a large default font of the browser, everything is in reach', () => {
  test('on the pages beside a table', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const { page } = ada;
    await page.goto(fixture.url);
    await page.getByTestId('name-input').waitFor();
    const faults = await faultsOf(ada, 'stranger');
    await introduce(ada, fixture.url);
    faults.push(...(await faultsOf(ada, 'home')));
    await page.getByTestId('new-table').click();
    await page.getByTestId('create-table').waitFor();
    faults.push(...(await faultsOf(ada, 'new table')));
    await page.goto(`${fixture.url}/settings`);
    await page.getByTestId('let-in').waitFor();
    faults.push(...(await faultsOf(ada, 'settings')));
    const { player } = await (await ada.api(fixture.url)).get<{ player: { id: string } }>('/session');
    await page.goto(`${fixture.url}/p/${player.id}`);
    await page.locator('main h1').waitFor();
    faults.push(...(await faultsOf(ada, 'player')));
    await page.goto(fixture.url);
    await openTable(ada, { seats: 4, visibility: 'private' });
    faults.push(...(await faultsOf(ada, 'open table')));
    expect(faults).toEqual([]);
  });

  for (const { title, moves } of [
    { title: 'meduris', moves: 20 },
    { title: 'druids', moves: 12 },
    { title: 'pangea', moves: 10 },
  ])
    test(`at a table of ${title}`, async ({ fixture }) => {
      const ada = await fixture.person('Ada');
      const people = [ada, new Guest('Ben')];
      const table = await startTable(fixture.url, people, { title });
      await playByApi(fixture.url, people, table.id, new Random(5), (made) => made >= moves);
      await openPages(fixture.url, [ada], table);
      await untilCurrent([ada], fixture.url, table.id);
      const faults = await faultsOf(ada, title);
      await ada.page.setViewportSize({ width: 320, height: 568 });
      await useFontSize(ada.page, 32);
      const board = ada.page.locator('.square');
      await until('the board has room', async () => ((await board.boundingBox())?.width ?? 0) >= 150);
      await useFontSize(ada.page, 16);
      // All titles share the dialog.
      if (title === 'meduris') {
        await ada.page.setViewportSize({ width: 1440, height: 900 });
        await ada.page.keyboard.press('?');
        await ada.page.getByRole('dialog', { name: en['keys.title'] }).waitFor();
        faults.push(...(await faultsOf(ada, 'list of keys')));
      }
      expect(faults).toEqual([]);
    });

  test('on a phone: the pages of people, tables and lessons, in German', async ({ fixture }) => {
    const german = { ...phone, locale: 'de-DE' };
    const [ada, eve] = [await fixture.person('Ada', german), await fixture.person('Eve', german)];
    const names = [
      ...['invitation of a stranger', 'home', 'new table', 'player', 'open table'],
      ...['lesson of pangea', 'end of a lesson'],
    ];
    const faults: string[] = [];
    for (const { name, path, ready, open, stranger } of everyPage(await populate(fixture.url, ada))) {
      if (!names.includes(name)) continue;
      const person = stranger ? eve : ada;
      await person.page.goto(fixture.url + path);
      await person.page.locator(ready).first().waitFor();
      faults.push(...(await faultsOf(person, name, [phones[0]], open && (() => open(person.page)), [32])));
      // The buttons of the lesson take most of a line there.
      if (name.startsWith('lesson'))
        faults.push(...(await faultsOf(person, name, [{ width: 320, height: 568 }], undefined, [16])));
    }
    // The numbers in the picture of a game are cut at its edges, and close to each other.
    expect(faults.filter((fault) => !/"[\d+/]+" (leaves the window|overlaps|is cut off)/.test(fault))).toEqual([]);
  });

  // Dutch has the longer words.
  test('on a phone: the plain table, sheets, dialogs and the result, in Dutch', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { viewport: phones[0], locale: 'nl-NL', settings: { plain: true } });
    const { page } = ada;
    const table = await startTable(fixture.url, [ada], { title: 'meduris', seats: 3 });
    await openPages(fixture.url, [ada], table);
    const faults: string[] = [];
    const measure = async (name: string, open: () => Promise<void>): Promise<void> => {
      faults.push(...(await faultsOf(ada, name, phones, open, [16, 24, 32])));
      await page.keyboard.press('Escape');
    };
    const menu = async (): Promise<void> => {
      const menu = page.locator('#table-menu');
      // It stays open below a dialog that Esc has closed.
      while (await menu.isVisible()) await page.keyboard.press('Escape');
      await page.locator('[popovertarget="table-menu"]').click();
      await menu.waitFor();
    };
    await measure('plain table', async () => {
      await page.getByTestId('decision-prompt').waitFor();
      const rows = await page.locator('.ask > .prompt').evaluate((prompt) =>
        [...prompt.querySelectorAll('.held, .said, .choices > *, .aids')].map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return { top, bottom };
        }),
      );
      // In the order of the document, the hand comes after the sentence; on a phone it is above.
      rows.sort((a, b) => a.top - b.top);
      for (const [i, { top }] of rows.entries())
        expect(top, `row ${i} of the bar`).toBeGreaterThanOrEqual((rows[i - 1]?.bottom ?? 0) - 1);
      expect(rows.length, 'hand, sentence, choices and aids').toBeGreaterThanOrEqual(4);
    });
    await measure('menu', menu);
    await measure('ways to end', async () => {
      await menu();
      await page.getByTestId('leave').click();
      await page.getByTestId('leave-now').waitFor();
    });
    await finishByApi(fixture.url, [ada], new Random(5));
    await measure('result', () => page.getByTestId('result').waitFor());
    await page.goto(fixture.url);
    await page.getByTestId('remove-table').waitFor();
    await measure('removal', async () => {
      await page.getByTestId('remove-table').click();
      await page.getByTestId('sure-yes').waitFor();
    });
    await page.goto(`${fixture.url}/link`);
    await page.locator('main h1').waitFor();
    await measure('another device', () => page.locator('main h1').waitFor());

    const bea = await fixture.person('Bea', { viewport: phones[0], locale: 'nl-NL' });
    await openPages(fixture.url, [bea], await startTable(fixture.url, [bea], { title: 'druids', seats: 3 }));
    const log = async (): Promise<void> => {
      await bea.page.getByTestId('log-button').click();
      await bea.page.getByRole('dialog').waitFor();
    };
    faults.push(...(await faultsOf(bea, 'log', phones, log, [16, 24, 32])));
    expect(faults).toEqual([]);
  });
});
