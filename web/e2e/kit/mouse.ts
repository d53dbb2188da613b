import type { Locator, Page } from 'playwright-core';
import { hitArea } from './board-state';
import type { Input } from './input';
import { pressUntilCounted } from './press';
import { meduris } from './text';
import { until } from './until';

/** A mouse. It clicks where a spot is visible and not covered. */
export class Mouse implements Input {
  press(button: Locator): Promise<void> {
    return button.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    await pressUntilCounted(page, async () => {
      const { x, y } = await until(`${spot} is not covered`, () => hitArea(page, spot));
      await page.mouse.click(x, y);
    });
  }

  back(page: Page): Promise<void> {
    return this.press(page.getByRole('button', { name: meduris['build.close'] }));
  }
}
