import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './kit/pictures';
import { openPages, playByApi, startTable } from './kit/api';
import { desk, test } from './kit/fixture';
import { Guest } from './kit/guest';
import { introduce, join, openTable } from './kit/lobby';
import { untilCurrent } from './kit/log';
import { Random } from './kit/random';

test('with forced colors, the own seat and color show before the start', async ({ fixture }) => {
  const ada = await fixture.person('Ada', { ...desk, forcedColors: 'active' });
  const ben = await fixture.person('Ben');
  await introduce(ada, fixture.url);
  await join(ben, await openTable(ada, { seats: 3, visibility: 'private' }), 1);
  const { page } = ada;
  await page.getByTestId('remove-1').waitFor();
  await page.getByTestId('bot-2-medium').click();
  await page.locator('[data-testid="bot-2-medium"][aria-pressed="true"]').waitFor();
  await save(page, 'before the start');
  await expectFrame(page.getByTestId('seat-0'), page.getByTestId('seat-1'));
  const colors = page.locator('[data-testid^="color-"]');
  await expectFilled(colors.and(page.locator('[aria-pressed="true"]')), colors.and(page.locator(':enabled')).last());
  await expectFilled(page.getByTestId('bot-2-medium'), page.getByTestId('bot-2-easy'));
});

test('with forced colors, the turn, the chosen tab and the players show at a table', async ({ fixture }) => {
  const ada = await fixture.person('Ada', { ...desk, forcedColors: 'active' });
  const people = [ada, new Guest('Ben')];
  const table = await startTable(fixture.url, people);
  await playByApi(fixture.url, people, table.id, new Random(5), (made) => made >= 20);
  await openPages(fixture.url, [ada], table);
  await untilCurrent([ada], fixture.url, table.id);
  const { page } = ada;
  await page.getByTestId('tab-chat').waitFor();
  await save(page, 'table');
  await expectFilled(page.getByTestId('tab-log'), page.getByTestId('tab-chat'));
  await page.getByTestId('tab-chat').click();
  await expectFilled(page.getByTestId('tab-chat'), page.getByTestId('tab-log'));
  const seats = page.locator('.players > li');
  await expectFilled(seats.and(page.locator('[aria-current]')), seats.and(page.locator(':not([aria-current])')));
  const discs = await seats
    .locator('.emblem .disc')
    .evaluateAll((all) => all.map((disc) => getComputedStyle(disc).fill));
  expect(new Set(discs).size, 'colors of two players').toBe(2);
});

/** Expects one of two elements to have a filled ground with readable words, and the other one the ground of the page. */
async function expectFilled(marked: Locator, plain: Locator): Promise<void> {
  const one = await looksOf(marked.first());
  const other = await looksOf(plain.first());
  expect(one.ground, 'the system color of what is chosen').toBe(one.highlight);
  expect(one.ink, 'the words on it').toBe(one.highlightText);
  expect(other.ground).not.toBe(one.ground);
}

async function expectFrame(marked: Locator, plain: Locator): Promise<void> {
  const [one, other] = [await looksOf(marked), await looksOf(plain)];
  expect(one.frame, 'the frame of what is the own').toBe(`${one.highlight} solid 3px`);
  expect(other.frame).toMatch(/ none /);
}

/** Returns the colors that an element uses, beside those of the system. */
function looksOf(
  locator: Locator,
): Promise<{ ground: string; ink: string; frame: string; highlight: string; highlightText: string }> {
  return locator.evaluate((element) => {
    const probe = document.createElement('i');
    document.body.append(probe);
    const system = (name: string): string => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    };
    const [highlight, highlightText] = [system('Highlight'), system('HighlightText')];
    probe.remove();
    const { backgroundColor, color, outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    const frame = `${outlineColor} ${outlineStyle} ${outlineWidth}`;
    return { ground: backgroundColor, ink: color, frame, highlight, highlightText };
  });
}

async function save(page: Page, name: string): Promise<void> {
  await picture(page, `forced colors ${name}`);
}
