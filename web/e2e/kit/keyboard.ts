import type { Locator, Page } from 'playwright-core';
import type { Input } from './input';
import { pressUntilCounted } from './press';

/** This is the highest number of presses of one key. No page has so many stops of the Tab key. */
const mostPresses = 150;

/** This is the highest number of arrow keys on the way to a spot. Fewer cross the board. */
const mostArrows = 24;

/** A keyboard: Tab, arrows, Enter and Escape. Page Down helps if the arrows lead past a spot. */
export class Keyboard implements Input {
  /** Counts the spots reached by arrows alone, and those reached with Page Down. */
  readonly reached = { byArrows: 0, byPageDown: 0 };

  async press(button: Locator): Promise<void> {
    await this.goTo(button);
    await pressUntilCounted(button.page(), () => button.page().keyboard.press('Enter'));
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.goTo(field);
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    const onBoard = await page.evaluate(() => document.activeElement?.hasAttribute('data-spot') ?? false);
    if (!onBoard) await this.goTo(page.locator('[data-spot][tabindex="0"]'));
    await this.walkTo(page, spot);
    await pressUntilCounted(page, () => page.keyboard.press('Enter'));
  }

  back(page: Page): Promise<void> {
    return page.keyboard.press('Escape');
  }

  /** Moves the focus to an element by Tab, or by Shift+Tab if the element is before the focus. */
  private async goTo(to: Locator): Promise<void> {
    const list = to.locator('xpath=ancestor::*[@data-roving][1]');
    if ((await list.count()) > 0 && (await to.getAttribute('tabindex')) === '-1') return this.goWithin(list, to);
    const key = await to.evaluate((element) => {
      const from = document.activeElement ?? document.body;
      if (from === element) return '';
      const before = from !== document.body && element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
      return before ? 'Shift+Tab' : 'Tab';
    });
    if (key === '') return;
    for (let i = 0; i < mostPresses; i++) {
      await to.page().keyboard.press(key);
      if (await to.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${mostPresses} times ${key} did not reach ${to.toString()}`);
  }

  /** Moves the focus to the list of an element by Tab, and to the element by arrow keys. */
  private async goWithin(list: Locator, to: Locator): Promise<void> {
    await this.goTo(list.locator('[tabindex="0"]'));
    await to.page().keyboard.press('Home');
    for (let i = 0; i < mostPresses; i++) {
      if (await to.evaluate((element) => element === document.activeElement)) return;
      await to.page().keyboard.press('ArrowRight');
    }
    throw new Error(`no arrow key leads to ${to.toString()}`);
  }

  /** Moves the focus to a spot by arrows. If they lead in circles, Page Down goes from choice to choice. */
  private async walkTo(page: Page, spot: string): Promise<void> {
    const tried = new Set<string>();
    for (let i = 0; i < mostArrows; i++) {
      const from = await focusOnBoard(page, spot);
      if (from.at === spot) {
        this.reached.byArrows++;
        return;
      }
      const arrow = from.arrows.find((key) => !tried.has(`${from.at} ${key}`));
      if (!arrow) break;
      tried.add(`${from.at} ${arrow}`);
      await page.keyboard.press(arrow);
    }
    this.reached.byPageDown++;
    for (let i = 0; i < mostPresses; i++) {
      if ((await focusOnBoard(page, spot)).at === spot) return;
      await page.keyboard.press('PageDown');
    }
    throw new Error(`no key leads to ${spot}`);
  }
}

/** Returns the focused spot and the arrow keys that lead towards another spot, the most direct first. */
function focusOnBoard(page: Page, spot: string): Promise<{ at: string; arrows: string[] }> {
  return page.evaluate((key) => {
    const from = document.activeElement as SVGElement | null;
    const to = document.querySelector(`[data-spot="${key}"] :is(.glow, .rim)`)?.getBoundingClientRect();
    const here = from?.querySelector(':is(.glow, .rim)')?.getBoundingClientRect();
    if (!to || !here) throw new Error(`the focus is not on the board, or there is no spot ${key}`);
    const dx = to.left + to.width / 2 - here.left - here.width / 2;
    const dy = to.top + to.height / 2 - here.top - here.height / 2;
    const across = dx > 0 ? 'ArrowRight' : 'ArrowLeft';
    const along = dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const arrows = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    return { at: from?.dataset.spot ?? '', arrows };
  }, spot);
}
