import type { Locator, Page } from 'playwright-core';

/**
 * Presses something. The page ignores a press that may belong to the gesture before (`lib/ui/one-gesture`). Then a person sees that nothing happened,
 * and presses again.
 */
export async function pressUntilCounted(page: Page, press: () => Promise<void>): Promise<void> {
  for (;;) {
    const before = await ignoredPresses(page);
    await press();
    if ((await ignoredPresses(page)) === before) return;
  }
}

/** Clicks on an element with the mouse, until the click counts. */
export function click(button: Locator): Promise<void> {
  return pressUntilCounted(button.page(), () => button.click());
}

/** Returns the number of presses that a page ignored. A page that is being replaced by another one did not ignore the last. */
export async function ignoredPresses(page: Page): Promise<number> {
  try {
    return await page.evaluate(() => Number(document.documentElement.dataset.ignoredPresses ?? 0));
  } catch {
    return 0;
  }
}
