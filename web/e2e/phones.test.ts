import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, playByApi, playUntilAsked, startTable } from './kit/api';
import { brokenWords } from './kit/broken-words';
import { phone, test, type PersonOptions } from './kit/fixture';
import { giveUp } from './kit/finished-game';
import { Guest } from './kit/guest';
import { untilPainted } from './kit/log';
import { Random } from './kit/random';
import { until } from './kit/until';

const small = { width: 360, height: 640 };
/** A small phone that reads German, which has long words. */
const german: PersonOptions = { ...phone, locale: 'de-DE' };

test('on a phone, a new question is in view, also if the reader has scrolled the panel', async ({ fixture }) => {
  const ada = await fixture.person('Ada', { ...german, viewport: { width: 320, height: 568 } });
  const people = [ada, new Guest('Ben')];
  const { page } = ada;
  const table = await startTable(fixture.url, people, { title: 'pangea' });
  const random = new Random(5);
  await playByApi(fixture.url, people, table.id, random, (made) => made >= 12);
  for (const asked of [true, false]) {
    await playUntilAsked(fixture.url, people, table.id, random, !asked);
    await openPages(fixture.url, [ada], table);
    const panel = page.locator('.panel-box > .scroll');
    await panel.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    expect(await panel.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    await playUntilAsked(fixture.url, people, table.id, random, asked);
    const question = page.locator(asked ? '.prompt.mine' : '.prompt:not(.mine)');
    await question.waitFor();
    await until('the panel shows its beginning', () => panel.evaluate((box) => box.scrollTop === 0));
  }
});

test('on a phone, a finger that drags a piece down does not load the table again', async ({ fixture }) => {
  const ada = await fixture.person('Ada', phone);
  await openPages(fixture.url, [ada], await startTable(fixture.url, [ada], { title: 'druids', seats: 2 }));
  const style = await ada.page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);
  expect(style).toBe('contain');
});

describe('on a phone, long words have room', () => {
  test('in the bar and the log of a table', async ({ fixture }) => {
    const ada = await fixture.person('Ada', german);
    const people = [ada, new Guest('Donaudampfschifffahrtskapitänin')];
    const { page } = ada;
    const table = await startTable(fixture.url, people, { title: 'druids' });
    await playByApi(fixture.url, people, table.id, new Random(5), (made) => made >= 12);
    await openPages(fixture.url, [ada], table);
    // The bar of an enlarged board has one button more.
    await page.locator('.tools .plus').click();
    await page.locator('.tools.large').waitFor();
    expect(await wide(page, '.bar > .name'), 'the name of the game').toEqual([]);
    await page.getByTestId('log-button').click();
    await page.getByTestId('log-entry').first().waitFor();
    expect(await overlaps(page, '.head button', 'dialog .close'), 'buttons above the log').toEqual([]);
    expect(await overlaps(page, '[data-testid=log-entry] bdi', '[data-testid=log-entry] .why'), 'names').toEqual([]);
    await page.getByTestId('log-entry').locator('.add').first().waitFor();
    for (const target of ['button.add', 'button.line'])
      expect(await lowest(page, `[data-testid=log-entry] ${target}`), `height of ${target}`).toBeGreaterThanOrEqual(44);
  });

  test('on the plain table, and when the device is passed on', async ({ fixture }) => {
    const options = { ...german, viewport: small, settings: { plain: true } };
    const ada = await fixture.person('Maximilian von Hohenlohe-Langen', options);
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people, { title: 'druids' });
    await playByApi(fixture.url, people, table.id, new Random(5), (made) => made >= 12);
    await openPages(fixture.url, [ada], table);
    expect(await wide(page, 'html'), 'the plain table').toEqual([]);
    await page.goto(`${fixture.url}/local`);
    await page.getByTestId('local-people').selectOption('2');
    await page.locator('form input').first().fill('Wolfeschlegelsteinhausenberger');
    await page.getByTestId('local-start').click();
    await page.getByTestId('curtain').waitFor({ timeout: 60_000 });
    expect(await wide(page, '[data-testid=curtain]'), 'the curtain').toEqual([]);
  });

  test('and the question of a first game is in view, also while others play', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...german, viewport: small, newcomer: true });
    const people = [ada, new Guest('Ben')];
    const table = await startTable(fixture.url, people, { title: 'druids' });
    const random = new Random(5);
    await playByApi(fixture.url, people, table.id, random, (made) => made >= 12);
    for (const asked of [true, false]) {
      await playUntilAsked(fixture.url, people, table.id, random, asked);
      await openPages(fixture.url, [ada], table);
      const box = (part: string) => ada.page.locator(`.panel-box > ${part}`).boundingBox();
      const [question, panel] = await Promise.all([box('.scroll [data-testid=decision-prompt]'), box('.scroll')]);
      const below = (question?.y ?? 0) + (question?.height ?? 0) - (panel?.y ?? 0) - (panel?.height ?? 0);
      expect(below, `pixels of the question out of sight, asked ${asked}`).toBeLessThanOrEqual(0);
    }
  });

  test('in a replay and a result', async ({ fixture }) => {
    const ada = await fixture.person('Ada', german);
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people);
    await playByApi(fixture.url, people, table.id, new Random(5));
    await page.goto(`${fixture.url}${table.path.replace('/t/', '/replay/')}&seq=130&eyes=0`);
    await page.getByTestId('replay').waitFor();
    expect(await wide(page, '.bar > :is(.name, .watching)'), 'the name of the game').toEqual([]);
    await page.setViewportSize(small);
    const eyes = await page.getByTestId('replay-eyes').boundingBox();
    expect((eyes?.y ?? 0) + (eyes?.height ?? 0), 'the end of the bar').toBeLessThanOrEqual(small.height);
    await page.goto(fixture.url + table.path);
    await page.getByTestId('result').waitFor();
    expect(await brokenWords(page.locator('[data-testid=result] th[scope=row]')), 'lines of the score').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await alone(page, '[data-testid=result] th[scope=row]', '.why'), 'signs on a line of their own').toEqual([]);
  });

  test('beside the two buttons of a seat that has not answered a rematch', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, locale: 'it-IT' });
    const ben = new Guest('Ben');
    for (const player of [ada, ben]) await player.signIn(fixture.url);
    const { page } = ada;
    await page.goto(`${fixture.url}/t/${await giveUp(fixture.url, 'meduris', ada, ben)}`);
    await page.getByTestId('rematch').click();
    await page.getByTestId('replace-1').waitFor();
    expect(await overlaps(page, '[data-testid=seat-1] .who > *', '[data-testid=seat-1] .act > *')).toEqual([]);
  });

  test('in a scrolled panel, for the question of another player', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...german, viewport: { width: 844, height: 390 } });
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people, { title: 'pangea' });
    await playUntilAsked(fixture.url, people, table.id, new Random(5));
    await openPages(fixture.url, [ada], table);
    const scrolled = await page.locator('.panel-box > .scroll').evaluate((panel) => {
      panel.scrollTop = panel.scrollHeight;
      return panel.scrollTop;
    });
    expect(scrolled, 'the panel').toBeGreaterThan(0);
    await (await people[1]?.api(fixture.url))?.post(`/tables/${table.id}/stop`, { id: crypto.randomUUID() });
    const note = page.getByTestId('stop-vote');
    await note.waitFor();
    await untilPainted(page);
    const [panel, box] = [await page.locator('.panel-box').boundingBox(), await note.boundingBox()];
    expect(box?.y ?? 0, 'the top of the question').toBeGreaterThanOrEqual(panel?.y ?? 0);
  });

  test('above the podium, for the question whether to play again', async ({ fixture }) => {
    const ada = await fixture.person('Ada', german);
    const ben = new Guest('Ben');
    for (const player of [ada, ben]) await player.signIn(fixture.url);
    const { page } = ada;
    const table = await giveUp(fixture.url, 'pangea', ada, ben);
    await page.goto(`${fixture.url}/t/${table}`);
    await page.getByTestId('rematch').evaluate((button) => button.focus({ preventScroll: true }));
    await (await ben.api(fixture.url)).post(`/tables/${table}/rematch`);
    const join = page.getByTestId('rematch-join');
    await join.waitFor();
    const box = await join.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), 'the end of the button').toBeLessThanOrEqual(844);
    // The button with the focus has gone.
    await page.locator('h2:focus').waitFor({ timeout: 10_000 });
  });

  test('below the stones of five players', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, locale: 'es-ES', viewport: small });
    const people = [ada, ...['Ben', 'Cleo', 'Dirk', 'Eva'].map((name) => new Guest(name))];
    const table = await startTable(fixture.url, people, { title: 'pangea' });
    await playByApi(fixture.url, people, table.id, new Random(9));
    await ada.page.goto(fixture.url + table.path);
    await ada.page.getByTestId('result').waitFor();
    await ada.page.locator('.summary').first().waitFor();
    for (const width of [360, 320]) {
      await ada.page.setViewportSize({ width, height: 640 });
      await until('the page follows its window', () => ada.page.evaluate((wanted) => innerWidth === wanted, width));
      expect(await wide(ada.page, 'li:has(> .summary)'), `at ${width}`).toEqual([]);
    }
  });
});

/** Returns the texts that are wider than their place. */
function wide(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim()));
}

/** Returns the height of the lowest element, also while its dialog opens. */
function lowest(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((all: HTMLElement[]) => Math.min(...all.map((one) => one.offsetHeight)));
}

/** Returns the texts of elements whose sign is below all of their words. */
function alone(page: Page, selector: string, sign: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all, inside) => {
    const range = new Range();
    return all.flatMap((one) => {
      const box = one.querySelector(inside)?.getBoundingClientRect();
      if (!box || !one.firstChild) return [];
      range.selectNode(one.firstChild);
      return range.getBoundingClientRect().bottom < box.top + box.height / 2 ? [one.textContent.trim()] : [];
    });
  }, sign);
}

/** Returns the texts of elements that others cover in part. */
function overlaps(page: Page, below: string, above: string): Promise<string[]> {
  return page.evaluate(
    ([one, other]) => {
      const boxes = [...document.querySelectorAll(other)].map((each) => each.getBoundingClientRect());
      return [...document.querySelectorAll(one)]
        .filter((each) =>
          [...each.getClientRects()].some((a) =>
            boxes.some(
              (b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
            ),
          ),
        )
        .map((each) => each.textContent.trim());
    },
    [below, above] as const,
  );
}
