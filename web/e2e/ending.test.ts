import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, startTable, type StartedTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, results, test } from './kit/fixture';
import type { Person } from './kit/person';
import { en } from './kit/text';

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path: join(results, `ending ${name}.png`) });
}

/** Opens the dialog that leaves or ends the game. On phones its button is in the menu. */
async function openDialog({ page }: Person): Promise<void> {
  const menu = page.getByRole('button', { name: en['play.menu'], exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByTestId('leave').click();
  await page.getByRole('dialog').waitFor();
}

/** Expects the result with this heading on a page, and a record that the browser's check accepts. */
async function expectEnd({ page }: Person, heading: string): Promise<void> {
  await page.getByTestId('result').waitFor();
  expect((await page.getByTestId('result').locator('h2').innerText()).toLowerCase()).toBe(heading.toLowerCase());
  await page.getByTestId('fair-check').click();
  expect(await page.getByTestId('fair-result').innerText()).toContain(en['fair.ok']);
}

/** Expects the table in the list of the home page, with this status and as finished. */
async function expectRow({ page }: Person, url: string, { id }: StartedTable, status: string): Promise<void> {
  await page.goto(url);
  const row = page.locator(`a[href="/t/${id}"]`).first();
  await row.waitFor();
  expect(await row.innerText()).toContain(status);
  expect(await row.innerText()).toContain(en['card.see']);
}

describe('a game that ends before its rules end it', () => {
  test('by a concession of one of two', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const ben = await fixture.person('Ben', phone);
    const table = await startTable(fixture.url, [ada, ben]);
    await openPages(fixture.url, [ada, ben], table);
    await openDialog(ben);
    await ben.page.getByTestId('end-concede').click();
    expect(await axeViolations(ben.page), 'axe in the dialog').toEqual([]);
    await picture(ben.page, 'concede 390');
    await ben.page.keyboard.press('Tab'); // from "Play on" to "I concede"
    await ben.page.keyboard.press('Enter');
    await expectEnd(ada, en['result.youWon']);
    expect(await ada.page.getByTestId('conceded').innerText()).toBe('Ben conceded.');
    await expectEnd(ben, 'Ada wins');
    await picture(ada.page, 'conceded 1280');
    await picture(ben.page, 'conceded 390');
    expect(await axeViolations(ada.page), 'axe on the result').toEqual([]);
    await expectRow(ben, fixture.url, table, en['card.conceded']);
  });

  test('by the agreement of both, after a refusal', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    const ben = await fixture.person('Ben');
    const table = await startTable(fixture.url, [ada, ben], { title: 'pangea' });
    await openPages(fixture.url, [ada, ben], table);
    await openDialog(ben);
    await picture(ben.page, 'ways 1280');
    await ben.page.getByTestId('end-stop').click();
    const vote = ada.page.getByTestId('stop-vote');
    await vote.waitFor();
    expect(await vote.innerText()).toContain('Ben wants to stop here; you?');
    expect(await axeViolations(ada.page), 'axe beside the question').toEqual([]);
    await picture(ada.page, 'vote 390');
    await picture(ben.page, 'waiting 1280');
    await ada.page.getByTestId('stop-decline').click();
    await ben.page.getByTestId('stop-vote').waitFor({ state: 'detached' });

    await openDialog(ada);
    await ada.page.getByTestId('end-stop').click();
    await ben.page.getByTestId('stop-agree').waitFor();
    await picture(ben.page, 'vote 1280');
    await ben.page.getByTestId('stop-agree').click();
    await picture(ben.page, 'stop sure 1280');
    await ben.page.getByTestId('sure-yes').click();
    for (const person of [ada, ben]) {
      await expectEnd(person, en['result.noWinner']);
      expect(await person.page.getByTestId('stopped-by').innerText()).toBe('Ada and Ben agreed to stop.');
    }
    await picture(ada.page, 'stopped 390');
    await picture(ben.page, 'stopped 1280');
    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('stand-0').waitFor();
    await expectRow(ben, fixture.url, table, en['card.stopped']);
  });

  test('by a person alone among bots', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const table = await startTable(fixture.url, [ada], { title: 'druids', seats: 3 });
    await openPages(fixture.url, [ada], table);
    await openDialog(ada);
    await picture(ada.page, 'alone 1280');
    await ada.page.getByTestId('end-close').click();
    await ada.page.getByTestId('end-yes').click();
    await expectEnd(ada, en['result.noWinner']);
    expect(await ada.page.getByTestId('stopped-by').innerText()).toBe(en['result.stopped.you']);
    await picture(ada.page, 'closed 1280');
    await expectRow(ada, fixture.url, table, en['card.stopped']);
  });
});
