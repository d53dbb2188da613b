import type { Page } from 'playwright-core';

/** These are the test ids of the buttons beside the board that make a choice. */
const buttons = ['build', 'build-otherwise', 'pay-exactly', 'pay-these', 'more', 'less', 'from-hand'] as const;

/** An enabled button beside the board. `no` is its index among the enabled buttons of its kind. */
export interface Choice {
  kind: (typeof buttons)[number] | 'offer' | 'listed';
  no: number;
}

/** The choices that a page offers on the board and beside it. */
export interface BoardState {
  /** The id of the decision asked of the reader. */
  decision: string;
  /** The spots of the board that can be chosen. */
  spots: string[];
  /** The selected worker, or the field whose choices are shown. */
  chosen: string;
  choices: Choice[];
  /** The spot that the explanation over the board is about. */
  about: string;
  /** A text that changes whenever anything here changes. */
  mark: string;
  /** The mark without the explanation: it changes when something is chosen. */
  choice: string;
  /** The pixels by which the page is wider than its window. */
  overflow: number;
}

/** Returns the state of a page's board; undefined if it asks nothing of its reader. */
export function boardState(page: Page): Promise<BoardState | undefined> {
  return page.evaluate((ids) => {
    const asked = document.querySelector<HTMLElement>('[data-decision]');
    if (!asked) return undefined;
    const seen = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLButtonElement>(selector)].filter(
        (b) => !b.disabled && b.ariaDisabled !== 'true' && b.checkVisibility(),
      );
    const choices = [
      ...ids.map((id) => [id, `[data-testid="${id}"]`] as const),
      ['offer', '[data-testid="offers"] button'] as const,
      ['listed', '.moves [data-testid="move-button"]'] as const,
    ].flatMap(([kind, selector]) => seen(selector).map((_, no) => ({ kind, no })));
    const spots = [...document.querySelectorAll<SVGElement>('[data-spot].can')].map((g) => g.dataset.spot ?? '');
    const chosen = document.querySelector<SVGElement>('[data-spot].chosen')?.dataset.spot ?? '';
    const about = document.querySelector<HTMLElement>('[data-about]')?.dataset.about ?? '';
    const decision = asked.dataset.decision ?? '';
    const panel = document.querySelector<HTMLElement>('.panel')?.innerText ?? '';
    return {
      ...{ decision, spots, chosen, choices, about },
      mark: [decision, spots, chosen, about, panel, choices.length].join('\n'),
      choice: [decision, spots, chosen, panel, choices.length].join('\n'),
      overflow: document.documentElement.scrollWidth - innerWidth,
    };
  }, buttons);
}

/** The point of the screen that hits a spot of the board. */
export interface HitArea {
  x: number;
  y: number;
  /** The size of the spot's part that nothing else covers. */
  width: number;
  height: number;
}

/** Finds the middle of a spot's part that nothing covers; undefined if all of it is covered or out of sight. */
export function hitArea(page: Page, spot: string): Promise<HitArea | undefined> {
  return page.evaluate((key) => {
    const hit = document.querySelector(`[data-spot="${key}"] .hit`)?.getBoundingClientRect();
    if (!hit) return undefined;
    const own: { x: number; y: number }[] = [];
    const steps = 12;
    for (let i = 0.5; i < steps; i++)
      for (let j = 0.5; j < steps; j++) {
        const x = hit.left + (hit.width * i) / steps;
        const y = hit.top + (hit.height * j) / steps;
        const top = document.elementFromPoint(x, y)?.closest<SVGElement>('[data-spot]');
        if (top?.dataset.spot === key) own.push({ x, y });
      }
    if (own.length === 0) return undefined;
    const spread = (of: number[]): number => Math.max(...of) - Math.min(...of);
    const middle = { x: 0, y: 0 };
    for (const { x, y } of own) {
      middle.x += x / own.length;
      middle.y += y / own.length;
    }
    const off = (p: { x: number; y: number }): number => Math.hypot(p.x - middle.x, p.y - middle.y);
    const at = own.reduce((best, p) => (off(p) < off(best) ? p : best));
    return {
      ...at,
      width: spread(own.map(({ x }) => x)) + hit.width / steps,
      height: spread(own.map(({ y }) => y)) + hit.height / steps,
    };
  }, spot);
}
