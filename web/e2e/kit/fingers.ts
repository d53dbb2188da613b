import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Hands } from './hands';
import { aimAt, surfaceOf, type Aim } from './surface';
import { until } from './until';

/** The least side of a button that a finger hits, and of a place of the board, in pixels. */
const least = { button: 44, spot: 24 };

interface Point {
  x: number;
  y: number;
}

/** Fingers on a screen. They press only what is large enough for them, and enlarge the board where it is not. */
export class Fingers implements Hands {
  /** How often the board was enlarged, by two fingers and by its button. */
  readonly enlarged = { pinched: 0, stepped: 0 };
  /** How often a first tap showed what a second one would do. */
  shown = 0;
  private readonly sessions = new Map<Page, Promise<CDPSession>>();

  async press(button: Locator): Promise<void> {
    const box = await button.boundingBox();
    if (!box || Math.min(box.width, box.height) < least.button - 0.1)
      throw new Error(`${button.toString()} is too small for a finger: ${JSON.stringify(box)}`);
    const small = await this.tooSmall(button.page());
    if (small.length > 0) throw new Error(`beside it there are buttons too small for a finger: ${small.join(', ')}`);
    await button.tap();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.tap();
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    const at = await this.near(page, spot);
    const before = await surfaceOf(page);
    await page.touchscreen.tap(at.x, at.y);
    const after = await until(
      `a tap on ${spot} does something`,
      async () => {
        const now = await surfaceOf(page);
        return now?.mark === before?.mark ? undefined : (now ?? 'done');
      },
      5000,
    );
    // A first tap may show what a place does, and a second one does it.
    if (after !== 'done' && after.deed === before?.deed && after.about === spot) {
      this.shown++;
      const again = await until(`${spot} is still there`, () => aimAt(page, spot));
      await page.touchscreen.tap(again.x, again.y);
      await until(`a second tap on ${spot} does it`, async () => (await surfaceOf(page))?.deed !== before.deed, 5000);
    }
    await this.whole(page);
  }

  back(page: Page): Promise<void> {
    return this.press(page.getByRole('button', { name: 'Do not build here' }));
  }

  /** The buttons of the bar under the board that a finger would miss. */
  private tooSmall(page: Page): Promise<string[]> {
    return page.evaluate(
      (side) =>
        [...document.querySelectorAll<HTMLElement>('.ask :is(button, summary)')]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
          .filter(({ box }) => Math.min(box.width, box.height) < side - 0.1)
          .map(({ name, box }) => `${name} (${box.width} by ${box.height})`),
      least.button,
    );
  }

  /** Brings a spot before the finger, large enough. */
  private async near(page: Page, spot: string): Promise<Aim> {
    const tries = 4;
    for (let i = 0; i < tries; i++) {
      const at = await until(`${spot} is not covered`, () => aimAt(page, spot));
      if (Math.min(at.width, at.height) >= least.spot) return at;
      if (i === 0 && this.enlarged.stepped <= this.enlarged.pinched) await this.stepNear(page, spot);
      else await this.pinch(page, at);
    }
    throw new Error(`${spot} does not become large enough for a finger`);
  }

  /** Enlarges by the button, and moves what is wanted to the middle. */
  private async stepNear(page: Page, spot: string): Promise<void> {
    this.enlarged.stepped++;
    await this.press(page.getByRole('button', { name: 'Larger' }));
    const [from, to] = await page.evaluate((key) => {
      const spot = document.querySelector(`[data-spot="${key}"] .hit`)?.getBoundingClientRect() ?? new DOMRect();
      const frame = document.querySelector('section.board .frame')?.getBoundingClientRect() ?? new DOMRect();
      const middle = (of: DOMRect) => ({ x: of.left + of.width / 2, y: of.top + of.height / 2 });
      return [middle(spot), middle(frame)] as const;
    }, spot);
    const by = { x: to.x - from.x, y: to.y - from.y };
    // A finger begins in the middle: what is wanted may be out of sight.
    const way = [0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: to.x + by.x * part, y: to.y + by.y * part }]);
    await this.drag(page, way);
  }

  /** Pulls two fingers apart around a point, which stays where it is. */
  private async pinch(page: Page, at: Point): Promise<void> {
    this.enlarged.pinched++;
    const apart = (by: number): Point[] => [
      { x: at.x - by, y: at.y },
      { x: at.x + by, y: at.y },
    ];
    await this.drag(page, [20, 24, 28, 32, 36, 40].map(apart));
  }

  /** The whole board again, where it was enlarged. */
  private async whole(page: Page): Promise<void> {
    const button = page.getByRole('button', { name: 'The whole board' });
    if (await button.isVisible()) await this.press(button);
  }

  /**
   * Puts fingers down, moves them and rests before lifting them, within the second before now: who lifts them in full swing
   * throws the picture, and the next tap only stops it.
   */
  private async drag(page: Page, way: readonly Point[][]): Promise<void> {
    const session = this.sessions.get(page) ?? page.context().newCDPSession(page);
    this.sessions.set(page, session);
    const cdp = await session;
    const begin = Date.now() / 1000 - 1;
    const places = [...way, way.at(-1) ?? []];
    for (const [i, points] of places.entries()) {
      const timestamp = i < way.length ? begin + i * 0.05 : begin + 0.9;
      const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
      await cdp.send('Input.dispatchTouchEvent', {
        type: i === 0 ? 'touchStart' : 'touchMove',
        touchPoints,
        timestamp,
      });
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: begin + 1 });
  }
}
