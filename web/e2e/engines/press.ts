import { until } from '../kit/until';
import type { EnginePage, Point } from './engine-page';

/** Scrolls to an element and clicks on a part of it that nothing covers. Waits until there is such a part, and until it stays in its place. */
export async function press(page: EnginePage, selector: string, no = 0): Promise<void> {
  let last: Point | undefined;
  const at = await until(`${selector} (${no}) can be clicked`, async () => {
    const [before, now] = [last, await pointOf(page, selector, no)];
    last = now;
    return before?.x === now?.x && before?.y === now?.y ? now : undefined;
  });
  await page.click(at);
}

/** Presses an element until another one appears. It presses again if the page moved under the pointer, as a page does that is still loading. */
export async function pressFor(page: EnginePage, selector: string, next: string): Promise<void> {
  await until(`${selector} leads to ${next}`, async () => {
    if (await page.evaluate((it) => document.querySelector(it) !== null, next)) return true;
    const at = await pointOf(page, selector);
    if (at) await page.click(at);
    return undefined;
  });
}

/** Types a text into an empty field. It clicks again if the field moved away from the first click, as on a page that is still loading. */
export async function write(page: EnginePage, selector: string, text: string): Promise<void> {
  await until(`${selector} has the focus`, async () => {
    await press(page, selector);
    return page.evaluate((it) => document.activeElement?.matches(it), selector);
  });
  await page.type(text);
}

/** Returns a point that hits an element; undefined if it is missing, disabled, covered or outside the window. */
export function pointOf(page: EnginePage, selector: string, no = 0): Promise<Point | undefined> {
  return page.evaluate(
    ([selector, no]) => {
      const element = document.querySelectorAll(selector)[no];
      if (!element || (element instanceof HTMLButtonElement && element.disabled)) return undefined;
      const steps = 8;
      // The middle first: parts of an element may lie under its neighbors.
      const parts = [4, 3, 5, 2, 6, 1, 7].map((part) => part / steps);
      // A hand of cards covers the lower part of a panel, so that an element may have to be at its top.
      for (const block of ['nearest', 'center', 'start'] as const) {
        element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
        const box = (element.querySelector('.hit') ?? element).getBoundingClientRect();
        for (const down of parts)
          for (const right of parts) {
            const at = { x: Math.round(box.left + box.width * right), y: Math.round(box.top + box.height * down) };
            const top = document.elementFromPoint(at.x, at.y);
            if (top && element.contains(top)) return at;
          }
      }
      return undefined;
    },
    [selector, no] as const,
  );
}
