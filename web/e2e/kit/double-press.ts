import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Point } from '../engines/engine-page';
import { untilPainted } from './log';

export type Device = 'mouse' | 'finger' | 'Enter' | 'Space' | 'held Enter';

/** Tells whether a device presses the focused element. */
export const isKey = (device: Device): boolean => device !== 'mouse' && device !== 'finger';

/** The number of presses that the system adds while a key is held down, and the time between two of them in milliseconds. */
const repeats = 6;
const repeatInterval = 90;

/** Presses at times that it states to the page, so that the gap between two presses does not depend on the machine. */
export class TimedPresses {
  /** The time of the last press in seconds. */
  private last = 0;

  private constructor(
    private readonly cdp: CDPSession,
    private readonly page: Page,
  ) {}

  static async on(page: Page): Promise<TimedPresses> {
    return new TimedPresses(await page.context().newCDPSession(page), page);
  }

  /** Presses a button twice, `gap` milliseconds apart. `between` waits for the effect of the first press. */
  async button(device: Device, button: Locator, gap: number, between: () => Promise<void>): Promise<void> {
    await button.scrollIntoViewIfNeeded();
    if (isKey(device)) await button.focus();
    const box = await button.boundingBox();
    if (!box) throw new Error('the button is not visible');
    await this.twice(device, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, gap, between);
    await untilPainted(this.page);
  }

  /**
   * Presses twice, `gap` milliseconds apart: at a point, or with a key on the focused element. A key that is held down repeats its press from then on.
   * `between` runs after the first press. It is a gesture of its own, a second after the one before.
   */
  async twice(device: Device, at: Point, gap: number, between: () => Promise<void>): Promise<void> {
    const begin = Math.max(Date.now() / 1000, this.last + 1);
    const second = begin + gap / 1000;
    this.last = second;
    if (device !== 'held Enter') {
      await this.once(device, at, begin, 1);
      await between();
      await this.once(device, at, second, 2);
      return;
    }
    await this.key('keyDown', enter, begin);
    await between();
    for (let n = 0; n < repeats; n++)
      await this.key('keyDown', enter, (this.last = second + (n * repeatInterval) / 1000), true);
    await this.key('keyUp', enter, this.last);
  }

  private async once(device: Device, { x, y }: Point, timestamp: number, clickCount: number): Promise<void> {
    if (device === 'mouse') {
      await this.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, timestamp });
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await this.cdp.send('Input.dispatchMouseEvent', { type, x, y, timestamp, clickCount, button: 'left' });
    } else if (device === 'finger') {
      await this.cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
      await this.cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
    } else
      for (const type of ['keyDown', 'keyUp'] as const)
        await this.key(type, device === 'Space' ? space : enter, timestamp);
  }

  private async key(
    type: 'keyDown' | 'keyUp',
    { text, ...key }: Key,
    timestamp: number,
    autoRepeat = false,
  ): Promise<void> {
    await this.cdp.send('Input.dispatchKeyEvent', {
      ...key,
      ...(type === 'keyDown' ? { text } : {}),
      ...{ type, timestamp, autoRepeat },
    });
  }
}

interface Key {
  key: string;
  code: string;
  text: string;
  windowsVirtualKeyCode: number;
}

const enter: Key = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
const space: Key = { key: ' ', code: 'Space', text: ' ', windowsVirtualKeyCode: 32 };
