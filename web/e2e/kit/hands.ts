import type { Locator, Page } from 'playwright-core';

/** How somebody works a page: with a mouse, with keys alone, or with fingers. */
export interface Hands {
  /** Presses a button or a link. */
  press(button: Locator): Promise<void>;
  /** Writes into an empty field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses a spot of the board, with as many presses as it takes. */
  choose(page: Page, spot: string): Promise<void>;
  /** Goes a step back from what was begun on the board. */
  back(page: Page): Promise<void>;
}
