import type { Page } from 'playwright-core';

/** Waits until a page shows its texts in the fonts of the client. A first visit to a table loads them after its code. */
export async function untilFonts(page: Page): Promise<void> {
  await page.locator('html:not([data-fonts])').waitFor();
  await page.evaluate(() => document.fonts.ready);
}
