import type { Locator, Page } from 'playwright-core';
import type { Input } from './input';

/** Clicks elements by dispatching events to them, without moving a pointer. For tests of other things than input. */
export class DirectClicks implements Input {
  press(button: Locator): Promise<void> {
    return button.dispatchEvent('click');
  }

  write(field: Locator, text: string): Promise<void> {
    return field.fill(text);
  }

  choose(page: Page, spot: string): Promise<void> {
    return this.press(page.locator(`[data-spot="${spot}"]`));
  }

  back(page: Page): Promise<void> {
    return page.keyboard.press('Escape');
  }
}
