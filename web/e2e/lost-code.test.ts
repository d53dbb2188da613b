import type { Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, test } from './kit/fixture';
import { en } from './kit/text';
import { until } from './kit/until';

/** The scripts of the titles. */
const titleCode = /\/assets\/(meduris|druids|pangea)-[^/]*\.js$/;
const gone = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'nothing' });
const cut = (route: Route): Promise<void> => route.abort('connectionreset');

describe('code that is slow or lost', () => {
  test('a title offers no moves before its code is there, and loads again on request', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    ada.expectsOutages = true;
    const { page } = ada;
    const table = await startTable(fixture.url, [ada], { seats: 2 });
    const url = fixture.url + table.path;
    for (const lose of [cut, gone]) {
      const waiting: Route[] = [];
      let [slow, requests] = [true, 0];
      await page.route(titleCode, (route) => {
        requests++;
        return slow ? void waiting.push(route) : lose(route);
      });
      // The held code of the title belongs to the first files of the page, so its load event does not come.
      await page.goto(url, { waitUntil: 'commit' });
      await page.getByTestId('table-skeleton').waitFor();
      await until('the code is requested', () => waiting.length > 0);
      expect(await page.getByTestId('move-button').count(), 'buttons while the code is slow').toBe(0);
      expect(await axeViolations(page), 'axe while the code is slow').toEqual([]);

      slow = false;
      for (const route of waiting) await lose(route);
      await page.getByTestId('load-again').getByText(en['app.failed']).waitFor();
      expect(await page.getByTestId('move-button').count(), 'buttons after the code was lost').toBe(0);
      expect(await axeViolations(page), 'axe after the code was lost').toEqual([]);
      const before = requests;
      // A second attempt fails too, so the page is loaded again.
      const reloaded = page.waitForEvent('framenavigated');
      await page.getByTestId('load-again').getByRole('button').click();
      await reloaded;
      await until('the code is requested again', () => requests > before);
      await page.getByTestId('load-again').waitFor();
      expect(await page.getByTestId('decision-prompt').count(), 'the game without its code').toBe(0);

      await page.unroute(titleCode);
      await page.getByTestId('load-again').getByRole('button').click();
      await page.getByTestId('decision-prompt').waitFor();
      await page.locator('.table.own').waitFor();
    }
  });

  test('a board without the code of the parts around it stays, and they load again on request', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    ada.expectsOutages = true;
    const { page } = ada;
    const table = await startTable(fixture.url, [ada], { seats: 2 });
    const around = /\/assets\/around-[^/]*\.js$/;
    for (const lose of [cut, gone]) {
      await page.route(around, lose);
      await page.goto(fixture.url + table.path);
      await page.locator('[role=group]:not([aria-busy]) > [data-spot]').first().waitFor();
      await page.getByTestId('load-again').getByText(en['app.failed']).waitFor();
      expect(await page.getByTestId('decision-prompt').count(), 'the question without its code').toBe(0);
      expect(await axeViolations(page), 'axe without the parts').toEqual([]);
      await page.unroute(around);
      await page.getByTestId('load-again').getByRole('button').click();
      await page.getByTestId('decision-prompt').waitFor();
      await page.getByTestId('table-bar').waitFor();
    }
  });

  test('pages, rules and cards say so, and load again on request', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    ada.expectsOutages = true;
    const { page } = ada;
    await signIn(fixture.url, [ada]);
    for (const [path, code, shown] of [
      ['/settings', /\/assets\/Settings-[^/]*\.js$/, '[data-testid=settings]'],
      ['/rules/druids', /\/assets\/rules-druids-en-[^/]*\.js$/, 'article h2'],
      ['/', /\/assets\/title-card-[^/]*\.js$/, 'article .words > p:not(.small)'],
    ] as const) {
      await page.route(code, cut);
      // "Load again" may reload the page after its content is there. Such a reload would cut off this navigation.
      await until('the page opens', () =>
        page.goto(fixture.url + path).then(
          () => true,
          (problem: unknown) => {
            if (!String(problem).includes('ERR_ABORTED')) throw problem;
            return false;
          },
        ),
      );
      await page.getByTestId('load-again').first().waitFor();
      await page.unroute(code);
      await page.getByTestId('load-again').first().getByRole('button').click();
      await page.locator(shown).first().waitFor();
    }
    // The picture of the card comes back with its text.
    await page.locator('article [data-testid="title-picture"]:not([data-lost])').first().waitFor();
  });

  test('a page whose script is lost offers to load it again', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    ada.expectsOutages = true;
    const { page } = ada;
    const script = /\/assets\/index-[^/]*\.js$/;
    await page.route(script, cut);
    await page.goto(fixture.url);
    await page.getByText('Load again').waitFor();
    await page.unroute(script);
    await page.getByText('Load again').click();
    await page.locator('main h1').waitFor();
  });
});
