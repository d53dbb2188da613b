import type { Locator, Page } from 'playwright-core';

/**
 * Presses something. The page ignores a press that may belong to the gesture before (`lib/ui/one-gesture`). Then a person sees that nothing happened,
 * and presses again.
 */
export async function pressUntilCounted(page: Page, press: () => Promise<void>): Promise<void> {
  for (;;) {
    const before = await ignoredPresses(page);
    await press();
    if ((await ignoredPresses(page)) <= before) return; // fewer: another page was loaded
  }
}

/** The time in milliseconds in which a busy page gets the click of a tap. A tap that only stops a scroll makes none. */
const clickTime = 5_000;

/** Taps until a tap counts, as pressUntilCounted. The click of a tap may come after the tap itself, which the page may then ignore. */
export function tapUntilCounted(page: Page, tap: () => Promise<void>): Promise<void> {
  return pressUntilCounted(page, async () => {
    await page.evaluate(() => {
      delete document.documentElement.dataset.clicked;
      // An ignored click is counted, and does not get here.
      const note = (): void => void (document.documentElement.dataset.clicked = 'yes');
      window.addEventListener('click', note, { capture: true, once: true });
    });
    const ignored = await ignoredPresses(page);
    await tap();
    const end = Date.now() + clickTime;
    while (Date.now() < end && !(await hasClicked(page)) && (await ignoredPresses(page)) === ignored)
      await new Promise((resume) => setTimeout(resume, 15));
  });
}

/** Reports whether the page got a click. A page that is being replaced by another one did. */
async function hasClicked(page: Page): Promise<boolean> {
  try {
    return await page.evaluate(() => document.documentElement.dataset.clicked === 'yes');
  } catch {
    return true;
  }
}

const patched = new WeakSet<object>();

/** Makes each click of a locator repeat until it counts. */
export function clickUntilCounted(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator(':root')) as Pick<Locator, 'click'>;
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const click = prototype.click;
  prototype.click = function (this: Locator, options) {
    return pressUntilCounted(this.page(), () => click.call(this, options));
  };
}

/** Returns the number of presses that a page ignored. A page that is being replaced by another one did not ignore the last. */
export async function ignoredPresses(page: Page): Promise<number> {
  try {
    return await page.evaluate(() => Number(document.documentElement.dataset.ignoredPresses ?? 0));
  } catch {
    return 0;
  }
}
