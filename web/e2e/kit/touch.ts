import type { CDPSession, Locator, Page } from 'playwright-core';
import { boardState, hitArea, type HitArea } from './board-state';
import type { Input } from './input';
import { untilPainted } from './log';
import { tapUntilCounted } from './press';
import { until } from './until';

/** These are the smallest sides of a button and of a board spot that a finger can hit, in CSS pixels. */
const smallest = { button: 44, spot: 24 };

interface Point {
  x: number;
  y: number;
}

/** A touch screen. It taps only targets that are large enough, and enlarges the board until they are. */
export class Touch implements Input {
  /** Counts how often two fingers and how often the button enlarged the board, so that both are used. */
  readonly enlarged = { byPinch: 0, byButton: 0 };
  /** Counts the first taps that only explained a spot, so that a second tap had to choose it. */
  explained = 0;
  private readonly sessions = new Map<Page, Promise<CDPSession>>();

  async press(button: Locator): Promise<void> {
    const box = await button.boundingBox();
    if (!box || Math.min(box.width, box.height) < smallest.button - 0.1)
      throw new Error(`${button.toString()} is too small for a finger: ${JSON.stringify(box)}`);
    const small = await this.tooSmall(button.page());
    if (small.length > 0) throw new Error(`other buttons are too small for a finger: ${small.join(', ')}`);
    await tapUntilCounted(button.page(), () => button.tap());
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.tap();
    await field.page().keyboard.type(text);
  }

  async choose(page: Page, spot: string): Promise<void> {
    const tries = 4;
    for (let i = 0; i < tries; i++) if (await this.tapOn(page, spot)) return this.showWhole(page);
    throw new Error(`taps on ${spot} explain other spots`);
  }

  /**
   * Taps a spot. Returns false if the tap explained another one, or missed because the board zoomed in that moment: then a person looks for the
   * spot again.
   */
  private async tapOn(page: Page, spot: string): Promise<boolean> {
    const at = await this.bringNear(page, spot);
    const before = await boardState(page);
    await tapUntilCounted(page, () => page.touchscreen.tap(at.x, at.y));
    const after = await until(`a tap on ${spot} does something`, async () => {
      // The place is read before the state, so that a spot that moved because of the choice is no miss.
      const now = { at: await hitArea(page, spot), state: await boardState(page) };
      if (now.state?.mark !== before?.mark) return now.state ?? 'done';
      return now.at && Math.hypot(now.at.x - at.x, now.at.y - at.y) > smallest.spot / 4 ? 'missed' : undefined;
    });
    if (after === 'missed') return false;
    if (after === 'done' || after.choice !== before?.choice) return true;
    if (after.about !== spot) return false;
    // A first tap may explain a spot. A second one chooses it.
    this.explained++;
    const again = await until(`${spot} is still there`, () => hitArea(page, spot));
    await tapUntilCounted(page, () => page.touchscreen.tap(again.x, again.y));
    await until(`a second tap on ${spot} does it`, async () => (await boardState(page))?.choice !== before.choice);
    return true;
  }

  back(page: Page): Promise<void> {
    return this.press(page.getByTestId('draft-back'));
  }

  /** Returns the buttons of the bar under the board that are too small for a finger. */
  private tooSmall(page: Page): Promise<string[]> {
    return page.evaluate(
      (side) =>
        [...document.querySelectorAll<HTMLElement>('.ask :is(button, summary)')]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
          .filter(({ box }) => Math.min(box.width, box.height) < side - 0.1)
          .map(({ name, box }) => `${name} (${box.width} by ${box.height})`),
      smallest.button,
    );
  }

  /** Enlarges the board until a spot is large enough. Returns where to tap it. */
  private async bringNear(page: Page, spot: string): Promise<HitArea> {
    const tries = 4;
    for (let i = 0; i < tries; i++) {
      // The board may still zoom to the choices by itself.
      await untilPainted(page);
      // It may have zoomed to other choices, when this one has a button in the panel too.
      if (!(await hitArea(page, spot))) await this.showWhole(page);
      const at = await until(`${spot} is not covered`, () => hitArea(page, spot));
      if (Math.min(at.width, at.height) >= smallest.spot) return at;
      if (i === 0 && this.enlarged.byButton <= this.enlarged.byPinch) await this.enlarge(page, spot);
      else await this.pinch(page, at);
    }
    throw new Error(`${spot} does not become large enough for a finger`);
  }

  /** Enlarges the board with its button, and moves a spot to the middle. */
  private async enlarge(page: Page, spot: string): Promise<void> {
    this.enlarged.byButton++;
    await this.press(page.getByTestId('zoom-in'));
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

  /** Moves two fingers apart around a point. */
  private async pinch(page: Page, at: Point): Promise<void> {
    this.enlarged.byPinch++;
    const apart = (by: number): Point[] => [
      { x: at.x - by, y: at.y },
      { x: at.x + by, y: at.y },
    ];
    await this.drag(page, [20, 24, 28, 32, 36, 40].map(apart));
  }

  /** Shows the whole board again if it is enlarged. The board may do so itself at the same moment, which removes the button. */
  private async showWhole(page: Page): Promise<void> {
    const button = page.getByTestId('zoom-whole');
    await until('the whole board is in view', async () => {
      if (!(await button.isVisible())) return true;
      await button.tap({ timeout: 2000 }).catch(() => undefined);
      return undefined;
    });
  }

  /**
   * Puts fingers down, moves them along a path and lifts them. The timestamps are within the last second. The fingers rest before
   * they lift, because lifting moving fingers starts a scroll that the next tap only stops.
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
