import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { decisionOn } from './kit/decision';
import { isKey, TimedPresses, type Device } from './kit/double-press';
import { desk, test } from './kit/fixture';
import { untilPainted } from './kit/log';
import { Random } from './kit/random';
import { until } from './kit/until';
import type { Point } from './engines/engine-page';

/** These are the gaps between two presses of one gesture, in milliseconds. */
const gaps = [60, 140, 280, 500];
/** This is the number of double presses in each game. */
const times = 12;

const answers =
  '[data-spot].can, [data-card].can, .choices button:not([aria-pressed="true"]), [data-testid="move-button"], .ready .main';

describe('one gesture answers one decision', () => {
  for (const [title, own] of [
    ['meduris', true],
    ['druids', true],
    ['pangea', true],
    ['pangea', false],
  ] as const)
    for (const device of ['mouse', 'finger', 'Enter', 'Space', 'held Enter'] as const)
      test(`${title}, ${own ? 'board' : 'plain table'}, ${device}`, async ({ fixture }) => {
        const ada = await fixture.person('Ada', {
          ...desk,
          hasTouch: device === 'finger',
          settings: { plain: !own },
        });
        const sent = movesSent(ada.page);
        await openPages(fixture.url, [ada], await startTable(fixture.url, [ada], { title, seats: 2 }));
        const presses = await TimedPresses.on(ada.page);
        const random = new Random(4);
        for (let i = 0; i < times; i++) {
          const decision = await untilAsked(ada.page);
          const at = await choose(ada.page, random, device);
          if (!at) {
            // A press on the discard pile opens a dialog over the page.
            await ada.page.keyboard.press('Escape');
            continue;
          }
          const before = sent.length;
          await presses.twice(device, at, gaps[i % gaps.length] ?? 0, async () => {
            // The worst moment for the second press is right after the next decision appeared.
            if (sent.length > before) await untilOther(ada.page, decision);
            await untilPainted(ada.page);
          });
          await untilPainted(ada.page);
          const [first, second] = sent.slice(before);
          expect(second, `a second answer, after ${String(first)}`).toBeUndefined();
        }
        expect(sent.length, 'answers').toBeGreaterThan(1);
      });
});

/** Returns the moves that a page sends from now on. */
function movesSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      if ((JSON.parse(text) as { t?: string }).t === 'act') sent.push(text);
    }),
  );
  return sent;
}

/** Waits until the page asks a decision, after which presses of a new gesture count. */
async function untilAsked(page: Page): Promise<string> {
  return until('a decision can be answered', async () => {
    const free = await page.locator('[data-testid="move-button"]:enabled').count();
    return free > 0 ? decisionOn(page) : undefined;
  });
}

/** Waits until the page asks another decision. Bots may take their turns before. */
async function untilOther(page: Page, decision: string): Promise<void> {
  await until('the next decision is shown', async () => {
    const now = await decisionOn(page);
    return now !== undefined && now !== decision;
  });
}

/** Unfolds the list of moves, picks something that answers, and focuses it for a key. Returns its place; undefined if the page changed meanwhile. */
async function choose(page: Page, random: Random, device: Device): Promise<Point | undefined> {
  return page.evaluate(
    ([selector, fraction, focus]) => {
      for (const list of document.querySelectorAll('details:has([data-testid="move-button"])'))
        list.setAttribute('open', '');
      const points = [...document.querySelectorAll<HTMLElement | SVGElement>(selector)].flatMap((element) => {
        if (!element.checkVisibility() || element.matches(':disabled')) return [];
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const box = (element.querySelector('.hit') ?? element).getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const top = document.elementFromPoint(x, y);
        return top && element.contains(top) ? [{ element, x, y }] : [];
      });
      const one = points[Math.floor(points.length * fraction)];
      if (!one) return undefined;
      one.element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (focus) one.element.focus();
      const box = (one.element.querySelector('.hit') ?? one.element).getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    },
    [answers, random.below(1000) / 1000, isKey(device)] as const,
  );
}
