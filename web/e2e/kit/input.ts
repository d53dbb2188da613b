import type { Locator, Page } from 'playwright-core';

/** An input device: a mouse, a keyboard or a touch screen. */
export interface Input {
  /** Presses a button or a link. */
  press(button: Locator): Promise<void>;
  /** Types into an empty field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses a spot of the board, with as many presses as needed. */
  choose(page: Page, spot: string): Promise<void>;
  /** Cancels a choice that was begun on the board of Meduris. */
  back(page: Page): Promise<void>;
}
