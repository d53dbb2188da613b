import type { Locator, Page } from 'playwright-core';
import type { Hands } from './hands';

/** More presses of Tab than any page has stops. */
const stops = 150;

/** More arrows than cross the board. */
const steps = 24;

/** A keyboard and nothing else: Tab, arrows, Enter, Escape, and Page Down where the arrows lead past a place. */
export class Keys implements Hands {
  /** How often a place of the board was reached by arrows alone, and how often Page Down had to help. */
  readonly walked = { arrows: 0, helped: 0 };

  async press(button: Locator): Promise<void> {
    await this.goTo(button);
    await button.page().keyboard.press('Enter');
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.goTo(field);
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    const onBoard = await page.evaluate(() => document.activeElement?.hasAttribute('data-spot') ?? false);
    if (!onBoard) await this.goTo(page.locator('[data-spot][tabindex="0"]'));
    await this.walkTo(page, spot);
    await page.keyboard.press('Enter');
  }

  back(page: Page): Promise<void> {
    return page.keyboard.press('Escape');
  }

  /** Tabs to an element, the shorter way: forwards where it comes after the focus, else backwards. */
  private async goTo(to: Locator): Promise<void> {
    const way = await to.evaluate((element) => {
      const from = document.activeElement ?? document.body;
      if (from === element) return '';
      const before = from !== document.body && element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
      return before ? 'Shift+Tab' : 'Tab';
    });
    if (way === '') return;
    for (let i = 0; i < stops; i++) {
      await to.page().keyboard.press(way);
      if (await to.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${stops} times ${way} did not reach ${to.toString()}`);
  }

  /** Walks over the board by arrows; where they go round in circles, by Page Down from choice to choice. */
  private async walkTo(page: Page, spot: string): Promise<void> {
    const been = new Set<string>();
    for (let i = 0; i < steps; i++) {
      const from = await stand(page, spot);
      if (from.at === spot) {
        this.walked.arrows++;
        return;
      }
      const arrow = from.arrows.find((key) => !been.has(`${from.at} ${key}`));
      if (!arrow) break;
      been.add(`${from.at} ${arrow}`);
      await page.keyboard.press(arrow);
    }
    this.walked.helped++;
    for (let i = 0; i < stops; i++) {
      if ((await stand(page, spot)).at === spot) return;
      await page.keyboard.press('PageDown');
    }
    throw new Error(`no key leads to ${spot}`);
  }
}

/** Where the focus stands on the board, and the arrows that lead nearer to a spot, the straightest first. */
function stand(page: Page, spot: string): Promise<{ at: string; arrows: string[] }> {
  return page.evaluate((key) => {
    const from = document.activeElement as SVGElement | null;
    const to = document.querySelector(`[data-spot="${key}"] :is(.glow, .rim)`)?.getBoundingClientRect();
    const here = from?.querySelector(':is(.glow, .rim)')?.getBoundingClientRect();
    if (!to || !here) throw new Error(`the focus is not on the board, or ${key} is not`);
    const dx = to.left + to.width / 2 - here.left - here.width / 2;
    const dy = to.top + to.height / 2 - here.top - here.height / 2;
    const across = dx > 0 ? 'ArrowRight' : 'ArrowLeft';
    const along = dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const arrows = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    return { at: from?.dataset.spot ?? '', arrows };
  }, spot);
}
