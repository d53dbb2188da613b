import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, playByApi, playUntilAsked, type ApiMove } from '../kit/api';
import { gates } from '../kit/druids-player';
import { desk, phone, test } from '../kit/fixture';
import { confirmDevice, startFullTable } from '../kit/full-table';
import { untilCurrent, untilPainted } from '../kit/log';
import { Random } from '../kit/random';
import { en } from '../kit/text';
import { until } from '../kit/until';

/** The numbers of moves after which Ada's next turn is looked at. */
const tables = [
  { title: 'meduris', after: 24 },
  { title: 'druids', after: 30 },
  { title: 'pangea', after: 60 },
] as const;

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];

describe('the panel of a full table', () => {
  for (const { title, after } of tables) {
    test(`shows everything without overlap, and is followed by the board: ${title}`, async ({ fixture }) => {
      const { all, watched, table } = await startFullTable(fixture, title, [{}]);
      const [ada] = watched;
      const random = new Random(19);
      await playByApi(fixture.url, all, table.id, random, (made) => made >= after);
      await playUntilAsked(fixture.url, all, table.id, random);
      await openPages(fixture.url, [ada], table);
      await untilCurrent([ada], fixture.url, table.id);
      const { page } = ada;
      await page.locator('.prompt.mine').waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const open of [false, true]) {
          await openList(page, open);
          await untilPainted(page);
          const name = `${size.width} by ${size.height}, the list ${open ? 'open' : 'closed'}`;
          expect(await overlaps(page), name).toEqual([]);
          if (open) expect(await unreachable(page), `out of reach at ${name}`).toEqual([]);
        }
        await openList(page, false);
      }
      expect(await falseButtons(page), 'texts that look like buttons').toEqual([]);

      await page.setViewportSize({ width: 1440, height: 900 });
      await untilPainted(page);
      const stops = await tabStops(page);
      expect(stops.indexOf('board'), stops.join(', ')).toBe(stops.lastIndexOf('choices') + 1);
      expect(stops.filter((stop) => stop === 'log').length, stops.join(', ')).toBe(1);

      // While others play, a phone shows the last whole sentences of the log.
      await page.setViewportSize({ width: 390, height: 844 });
      await playUntilAsked(fixture.url, all, table.id, random, false);
      await untilCurrent([ada], fixture.url, table.id);
      await page.locator('.prompt.mine').waitFor({ state: 'detached' });
      const lines = page.getByTestId('last-lines');
      await until('the panel shows the log', async () => (await lines.locator('li').count()) > 2);
      const cut = await lines.evaluate((list) => {
        const box = list.getBoundingClientRect();
        return [...list.querySelectorAll('li')]
          .map((line) => line.getBoundingClientRect())
          .filter(({ left, top }) => left < box.right && top < box.top - 1).length;
      });
      expect(cut, 'sentences that are cut').toBe(0);
    });

    test(`holds the notes of a phone, and a way on and back: ${title}`, async ({ fixture }) => {
      const { all, watched, table } = await startFullTable(fixture, title, [phone]);
      const [{ page }] = watched;
      const random = new Random(7);
      await openPages(fixture.url, [watched[0]], table);
      const choose = page.getByTestId('choose-spot');
      const back = page.getByTestId('draft-back');
      let explained = false;
      for (let tries = 0; tries < 60 && !explained; tries++) {
        await untilCurrent(watched, fixture.url, table.id);
        for (let taps = 0; taps < 3 && !explained; taps++) {
          const spot = page.locator('[data-spot].lit:has(.hit)').first();
          if ((await spot.count()) === 0) break;
          const box = await spot.locator('.hit').boundingBox();
          if (!box) break;
          await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
          await untilPainted(page);
          expect(await page.locator('section.board [data-about]').count(), 'notes over the board').toBe(0);
          if ((await page.locator('[data-spot].chosen').count()) > 0) await back.waitFor();
          explained = (await choose.count()) > 0;
        }
        if (!explained) await playByApi(fixture.url, all, table.id, random, (made) => made >= 1);
      }
      expect(explained, 'a tap explains a choice').toBe(true);
      await page.locator('.panel-box [data-about]').waitFor();
      expect(await overlaps(page)).toEqual([]);
      await back.tap();
      await choose.waitFor({ state: 'detached' });
      expect(await page.locator('[data-about]').count(), 'notes after Back').toBe(0);
      expect(await page.locator('.panel-box').innerText()).not.toMatch(/\bEsc\b/);
    });
  }

  test('keeps both dice in view above a hand of cards', async ({ fixture }) => {
    const { all, watched, table } = await startFullTable(fixture, 'druids', [desk]);
    const [ada] = watched;
    const { page } = ada;
    const random = new Random(5);
    await openPages(fixture.url, watched, table);
    await confirmDevice(ada);
    const dice = page.locator('.panel-box .options li:has(svg.die)');
    const cards = page.getByTestId('hand').locator('[data-card]');
    for (let tries = 0; (await dice.count()) < 2 || (await cards.count()) === 0; tries++) {
      expect(tries, 'moves without a choice of a die').toBeLessThan(500);
      await playByApi(fixture.url, all, table.id, random, (made) => made >= 1, outside);
      await untilCurrent(watched, fixture.url, table.id);
    }
    for (const size of [desk.viewport, { width: 1280, height: 720 }]) {
      await page.setViewportSize(size);
      await untilPainted(page);
      const below = await dice.evaluateAll((rows) => {
        const edge = rows[0]?.closest('.options')?.getBoundingClientRect().bottom ?? 0;
        return rows.flatMap((row) => (row.getBoundingClientRect().bottom > edge ? [row.textContent] : []));
      });
      expect(below, `dice below the edge at ${size.width}`).toEqual([]);
    }
  });
});

/** Leaves out moves to the middle, where figures stay until the vote ends the game, and keeps the cards. */
function outside(moves: readonly ApiMove[]): readonly ApiMove[] {
  const others = moves.filter(({ do: what, stone }) => what !== 'play' && !gates.includes(stone ?? -1));
  return others.length > 0 ? others : moves;
}

/** Opens or closes the list of all choices, if there is one. */
async function openList(page: Page, open: boolean): Promise<void> {
  const summary = page.locator('.panel-box summary', { hasText: en['play.allMoves'] });
  if ((await summary.count()) === 0) return;
  const details = summary.locator('xpath=..');
  if ((await details.evaluate((it) => (it as HTMLDetailsElement).open)) !== open) await summary.click();
}

/**
 * Returns the pairs of visible texts and controls of the panel that lie over each other. The boxes are those that scrolling parts let show. A word
 * that is a button takes taps around it, too. That area may lie over texts, but not over controls outside of its own text.
 */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const panel = document.querySelector('.panel-box');
    if (!panel) return ['there is no panel'];
    const shown = (element: Element): DOMRect | undefined => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : undefined;
    };
    const parts = [...panel.querySelectorAll('button, summary, p, li, input, [data-testid="hand"], [data-about]')]
      .filter((part) => part.checkVisibility() && !part.closest('.unseen'))
      .flatMap((part) => {
        const box = shown(part);
        return box ? [{ part, box }] : [];
      });
    const isWord = (part: Element): boolean => part.matches('[data-testid="term"]');
    const isControl = (part: Element): boolean => part.matches('button, summary, input') && !isWord(part);
    const allowed = (word: Element, other: Element): boolean =>
      isWord(word) && (!isControl(other) || word.closest('.signed')?.parentElement?.contains(other) === true);
    const name = (part: Element): string => `${part.tagName} ${(part.textContent ?? '').trim().slice(0, 24)}`;
    return parts.flatMap(({ part, box }, i) =>
      parts.slice(i + 1).flatMap((other) => {
        if (part.contains(other.part) || other.part.contains(part)) return [];
        if (allowed(part, other.part) || allowed(other.part, part)) return [];
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        return wide > 2 && high > 2 ? [`${name(part)} and ${name(other.part)}`] : [];
      }),
    );
  });
}

/** Returns the buttons of the panel that something else covers, although they are scrolled into view. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.panel-box :is(button, summary)')]
      .filter((button) => button.checkVisibility())
      .flatMap((button) => {
        button.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit && button.contains(hit) ? [] : [button.textContent.trim()];
      }),
  );
}

/** Returns the texts of the panel with the border, corners and ground of a button that cannot be pressed. */
function falseButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.panel-box .panel :is(li, span, p)')]
      .filter(
        (part) => part.checkVisibility() && !part.closest('button, summary') && part.textContent.trim().includes(' '),
      )
      .filter((part) => {
        const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(part);
        return parseFloat(borderTopWidth) > 0 && parseFloat(borderTopLeftRadius) > 0;
      })
      .map((part) => part.textContent.trim()),
  );
}

/** Presses Tab through the page. Returns the part of each stop. */
async function tabStops(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.locator('h1').focus();
  const stops: string[] = [];
  const most = 60;
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const part = await page.evaluate(() => {
      const at = document.activeElement;
      const parts = {
        choices: '.panel-box',
        board: 'section.board',
        log: '.log .box',
        bar: '[data-testid="table-bar"]',
      };
      return Object.entries(parts).find(([, selector]) => at?.closest(selector))?.[0] ?? 'other';
    });
    stops.push(part);
    if (part === 'bar') return stops;
  }
  return stops;
}
