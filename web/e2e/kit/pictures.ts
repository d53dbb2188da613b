import { join } from 'node:path';
import type { Page, ViewportSize } from 'playwright-core';
import { results } from './fixture';

/** Saves a screenshot if PICTURES=1. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: join(results, `${name}.png`), fullPage: true });
}

export const phones = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

const screens = [{ width: 1440, height: 900 }, ...phones];

/** Saves a screenshot of the page on each screen, by day and night, if PICTURES=1. */
export async function pictures(page: Page, name: string, sizes: readonly ViewportSize[] = screens): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.waitForTimeout(300);
      await picture(page, `${name} ${size.width} ${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
