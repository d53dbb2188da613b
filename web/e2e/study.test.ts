import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, playByApi, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, results, test } from './kit/fixture';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';

/** The moves of both people before the game ends. */
const moves = 60;

/** Expects that the page is not wider than the screen, and saves pictures by day and night if PICTURES=1. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
    if (!process.env['PICTURES']) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.getByTestId('study').screenshot({ path: join(results, `study ${name} ${width} ${colorScheme}.png`) });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** Plays a game that Ben gives up, with its page open for Ada. Returns its id. */
async function finish(server: string, ada: Person, ben: Person, random: Random): Promise<string> {
  const table = await startTable(server, [ada, ben], { title: 'druids', known: true });
  await playByApi(server, [ada, ben], table.id, random, (made) => made >= moves);
  await openPages(server, [ada], table);
  expect(await ada.page.getByTestId('study').count(), 'studies of a running game').toBe(0);
  await (await ben.api(server)).post(`/tables/${table.id}/concede`, { id: 'give-up' });
  return table.id;
}

describe('the study of a game', () => {
  test('judges decisions and luck on a phone after the end, and stays in the browser', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    const ben = await fixture.person('Ben');
    await signIn(fixture.url, [ada, ben]);
    const { page } = ada;
    const luck = page.getByTestId('study-luck').locator('li');
    const worth = page.getByTestId('study-moment');
    let table = '';
    // One of ten games of random moves has no moment worth a look.
    for (let game = 0; game === 0 || (game < 6 && (await worth.count()) === 0); game++) {
      table = await finish(fixture.url, ada, ben, new Random(5 + game));
      await page.getByTestId('study-start').click();
      await page.getByTestId('study-busy').waitFor();
      await page.getByTestId('study-stop').click();
      await page.getByTestId('study-busy').waitFor({ state: 'detached' });
      await page.getByTestId('study-start').click();
      await page.getByTestId('study-result').waitFor({ timeout: 400_000 });
      expect(await page.evaluate(() => document.activeElement?.id), 'the focus').toBe('study');
      expect(await luck.count()).toBe(2);
      expect(await luck.first().innerText()).toMatch(/points \([−+-]?[\d.]+ to [−+-]?[\d.]+\)/);
    }
    expect(await worth.count(), 'moments worth a look').toBeGreaterThan(0);
    const text = await worth.first().innerText();
    for (const part of [en['study.played'], 'points', en['study.against.easy'], en['study.against.hard']])
      expect(text).toContain(part);
    const seq = Number(await worth.first().getAttribute('data-seq'));
    const there = new URL((await page.getByTestId('study-try').first().getAttribute('href')) ?? '', fixture.url);
    expect(there.searchParams.get('seq')).toBe(String(seq - 1));
    expect([there.pathname, there.searchParams.get('eyes')]).toEqual([`/replay/${table}`, '0']);
    await page.getByTestId('study-all').locator('summary').click();
    await page.getByTestId('study-decision').nth(3).click();
    expect(await page.getByTestId('study-all').innerText()).toContain(en['study.tried']);
    await inspect(page, 'druids');
    expect.soft(await axeViolations(page), 'axe on the study').toEqual([]);

    await page.reload();
    await page.getByTestId('study-result').waitFor();
    expect(await luck.count(), 'the study after a reload').toBe(2);
    expect(await page.getByTestId('study-start').count()).toBe(0);
    expect(ada.faults).toEqual([]);
  });
});
