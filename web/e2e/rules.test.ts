import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { openPages, playByApi, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { desk, phone, results, test, type PersonOptions } from './kit/fixture';
import { Guest } from './kit/guest';
import { Random } from './kit/random';
import { en } from './kit/text';
import { textFaults } from './kit/text-faults';
import { until } from './kit/until';

/** Waits until the sheet shows a paragraph with these words. */
async function untilShown(page: Page, words: string): Promise<void> {
  await until(`the sheet marks "${words}"`, async () =>
    (await page.getByTestId('rules-sheet').locator('.shown').allInnerTexts()).some((text) => text.includes(words)),
  );
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('rules-sheet').waitFor({ state: 'detached' });
}

interface ApiDecision {
  id: string;
  moves?: unknown[];
}

/** Waits until the page asks its reader for a decision. The other player answers meanwhile. */
async function untilAsked(server: string, page: Page, other: Guest, table: string): Promise<void> {
  const api = await other.api(server);
  await until('the page asks', async () => {
    if ((await page.locator('.prompt[data-decision]').count()) > 0) return true;
    const { decisions } = await api.get<{ decisions: ApiDecision[] }>(`/tables/${table}/view`);
    const own = decisions.find(({ moves }) => moves !== undefined);
    if (own)
      await api.post(`/tables/${table}/commands`, { id: crypto.randomUUID(), decision: own.id, move: own.moves?.[0] });
    return false;
  });
}

/** Opens the menu of a compact window. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: en['play.menu'], exact: true });
  if (await menu.isVisible()) await menu.click();
}

const wide: PersonOptions = {
  viewport: { width: 844, height: 390 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
};

describe('the rules at the table', () => {
  test('explain the first game, by keyboard', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...desk, newcomer: true });
    const ben = new Guest('Ben');
    const { page } = ada;
    const table = await startTable(fixture.url, [ada, ben]);
    await openPages(fixture.url, [ada], table);
    const goal = page.getByTestId('goal');
    expect(await goal.locator('p').count()).toBe(3);
    const words = goal.getByTestId('term');
    expect(await words.allInnerTexts()).toEqual(['offerings', 'large yield', 'last lap']);
    for (const word of await words.all()) {
      await word.click();
      expect(await textFaults(page), 'the explanation of a word').toEqual([]);
      await page.keyboard.press('Escape');
    }
    // The panel is higher while all of the goal is open.
    expect(
      await page.locator('.table.own').evaluate((one) => getComputedStyle(one).getPropertyValue('--panel-share')),
    ).toBe('86dvh');
    await untilAsked(fixture.url, page, ben, table.id);
    expect(await page.getByTestId('purpose').innerText()).toContain('Workers earn materials');
    await picture(page, 'rules first 1440');
    expect(await axeViolations(page), 'axe at the first question').toEqual([]);

    // The sheet, by keyboard, at the section of the present decision.
    await page.getByTestId('rules-button').focus();
    await page.keyboard.press('Enter');
    await untilShown(page, 'each player puts one worker');
    await picture(page, 'rules sheet 1440');
    expect(await axeViolations(page), 'axe in the sheet').toEqual([]);
    await page.getByTestId('rules-search').fill('river score');
    await until(
      'two paragraphs or more are found',
      async () => (await page.getByTestId('rules-found').locator('li').count()) > 0,
    );
    await picture(page, 'rules search 1440');
    await page.keyboard.press('Enter');
    await untilShown(page, 'river');
    await close(page);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid)).toBe(
      'rules-button',
    );

    // Why, at the question and for a spot without a choice.
    await page.getByTestId('decision-prompt').getByTestId('why').click();
    await untilShown(page, 'each player puts one worker');
    await close(page);
    const field = await page.locator('[data-spot="field 3"]').boundingBox();
    if (!field) throw new Error('the field is not drawn');
    await page.mouse.click(field.x + field.width / 2, field.y + field.height / 2);
    await page.getByTestId('why-not').getByRole('button').click();
    await untilShown(page, 'each player puts one worker');
    await close(page);

    // The line about the purpose goes after the decision was made once, and the goal keeps one sentence.
    const first = await page.locator('.prompt').getAttribute('data-decision');
    await page.locator('[data-spot^="plateau"].can').first().click();
    await page.locator(`.prompt:not([data-decision="${first}"])`).waitFor();
    await untilAsked(fixture.url, page, ben, table.id);
    expect(await page.getByTestId('purpose').count()).toBe(0);
    expect(await goal.locator('p').count()).toBe(0);
    expect(await goal.innerText()).toContain('wins');
  });

  test('explain the log, refused fields and the score, and the goal is folded after the first game', async ({
    fixture,
  }) => {
    const ada = await fixture.person('Ada', { ...desk, newcomer: true, colorScheme: 'dark' });
    const ben = new Guest('Ben');
    const { page } = ada;
    const table = await startTable(fixture.url, [ada, ben]);
    await playByApi(fixture.url, [ada, ben], table.id, new Random(5), (moves) => moves >= 40);
    await openPages(fixture.url, [ada], table);
    await page.getByTestId('log-entry').last().waitFor();
    const why = page.getByTestId('log-entry').getByTestId('why').last();
    const rule = await why.getAttribute('data-rule-id');
    expect(rule).toMatch(/^M\d+a?$/);
    await why.click();
    await until(
      'the sheet marks the rule of the event',
      async () => (await page.locator(`[data-testid="rules-sheet"] .shown [data-rule="${rule}"]`).count()) > 0,
    );
    await picture(page, 'rules why night 1440');
    await close(page);

    await page.goto('about:blank');
    await playByApi(fixture.url, [ada, ben], table.id, new Random(6));
    await openPages(fixture.url, [ada], table);
    await page.getByTestId('result').waitFor();
    const line = page.getByTestId('result').getByTestId('why').last();
    await line.click();
    await until(
      'the sheet marks the rule of the points',
      async () => (await page.locator('[data-testid="rules-sheet"] .shown').count()) > 0,
    );
    await close(page);

    const next = await startTable(fixture.url, [ada, ben], { known: true });
    await openPages(fixture.url, [ada], next);
    await page.getByTestId('goal').waitFor();
    expect(await page.getByTestId('goal').locator('p').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByTestId('goal').waitFor({ state: 'detached' }); // the choices need the room
  });

  for (const [name, title, options] of [
    ['390', 'meduris', phone],
    ['night 390', 'pangea', { ...phone, colorScheme: 'dark' as const }],
    ['844', 'druids', wide],
  ] as const)
    test(`fit a phone: ${name}`, async ({ fixture }) => {
      const ada = await fixture.person('Ada', { ...options, newcomer: true });
      const ben = new Guest('Ben');
      const { page } = ada;
      const table = await startTable(fixture.url, [ada, ben], { title });
      await playByApi(fixture.url, [ada, ben], table.id, new Random(2), (moves) => moves >= 2);
      await openPages(fixture.url, [ada], table);
      await page.getByTestId('goal').waitFor();
      await picture(page, `rules first ${name}`);
      expect(await axeViolations(page), 'axe at the table').toEqual([]);
      await openMenu(page);
      await page.getByTestId('rules-button').click();
      await page.getByTestId('rules-search').waitFor();
      await picture(page, `rules sheet ${name}`);
      const box = page.getByTestId('rules-sheet').locator('.scroll');
      expect(await box.evaluate((each) => each.scrollWidth - each.clientWidth), 'scrolls sideways').toBeLessThanOrEqual(
        0,
      );
      await close(page);
      await openMenu(page);
      await page.getByTestId('aid-button').click();
      await page.getByTestId('aid-sheet').getByText(en['aid.symbols']).waitFor();
      await picture(page, `rules aid ${name}`);
      await page.keyboard.press('Escape');
      await page.getByTestId('aid-sheet').waitFor({ state: 'detached' });
    });

  test('have a page with an address for each rule', async ({ fixture }) => {
    const ada = await fixture.person('Ada', desk);
    await ada.page.goto(`${fixture.url}/rules/meduris#M42`);
    await until('the page marks the rule', async () =>
      (await ada.page.locator('.shown').allInnerTexts()).some((text) => text.includes('Each temple scores')),
    );
    await picture(ada.page, 'rules page M42 1440');
    await ada.page.goto(`${fixture.url}/rules/meduris`);
    await ada.page.locator('.contents').waitFor();
    await ada.page.screenshot({ path: join(results, 'rules page 1440.png'), fullPage: true });
    expect(await axeViolations(ada.page), 'axe on the page').toEqual([]);
  });

  test('make bots easy in a first game', async ({ fixture }) => {
    for (const [newcomer, level] of [
      [true, 'easy'],
      [false, 'medium'],
    ] as const) {
      const ada = await fixture.person('Ada', { ...desk, newcomer });
      await signIn(fixture.url, [ada]);
      await ada.page.goto(fixture.url);
      await ada.page.getByTestId('bots-meduris').click();
      const chosen = ada.page.locator('input[name="level"]:checked');
      await chosen.waitFor();
      expect(await chosen.getAttribute('value')).toBe(level);
    }
  });
});
