import type { Locator, Page } from 'playwright-core';
import type { Hands } from './hands';
import { aimAt } from './surface';
import { until } from './until';

/** A mouse, which goes to where things are seen. */
export class Mouse implements Hands {
  press(button: Locator): Promise<void> {
    return button.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    const { x, y } = await until(`${spot} is not covered`, () => aimAt(page, spot));
    await page.mouse.click(x, y);
  }

  back(page: Page): Promise<void> {
    return this.press(page.getByRole('button', { name: 'Do not build here' }));
  }
}
