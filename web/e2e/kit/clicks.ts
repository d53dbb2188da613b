import type { Locator, Page } from 'playwright-core';
import type { Hands } from './hands';

/** Clicks on what is named, wherever it is: for tests of what comes of a choice, not of how it is made. */
export class Clicks implements Hands {
  press(button: Locator): Promise<void> {
    return button.click();
  }

  write(field: Locator, text: string): Promise<void> {
    return field.fill(text);
  }

  choose(page: Page, spot: string): Promise<void> {
    return page.locator(`[data-spot="${spot}"]`).click();
  }

  back(page: Page): Promise<void> {
    return page.keyboard.press('Escape');
  }
}
