import type { Page } from 'playwright-core';

/** Buttons beside the board that make a choice, by their test id. */
const buttons = ['build', 'build-otherwise', 'pay-exactly', 'pay-these', 'more', 'less', 'from-hand'] as const;

/** A button beside the board: the no-th that can be pressed of its kind. */
export interface Choice {
  kind: (typeof buttons)[number] | 'offer' | 'listed';
  no: number;
}

/** What a page with a board offers its reader where things are. */
export interface Surface {
  /** The decision asked of the reader. */
  decision: string;
  /** The spots of the board that can be chosen. */
  spots: string[];
  /** The worker taken up, or the field whose choices lie open. */
  chosen: string;
  choices: Choice[];
  /** The spot that the hint over the board tells of. */
  about: string;
  /** Changes whenever anything does that a reader could tell by. */
  mark: string;
  /** The mark without what is told of a spot: it changes when something was done. */
  deed: string;
  /** Pixels that the page is wider than its window. */
  overflow: number;
}

/** Reads what a page offers; undefined while it asks nothing of its reader. */
export function surfaceOf(page: Page): Promise<Surface | undefined> {
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
      deed: [decision, spots, chosen, panel, choices.length].join('\n'),
      overflow: document.documentElement.scrollWidth - innerWidth,
    };
  }, buttons);
}

/** Where on the screen a spot of the board can be hit. */
export interface Aim {
  x: number;
  y: number;
  /** The part of the spot that is its own: no other spot and nothing else lies over it. */
  width: number;
  height: number;
}

/** Finds the middle of what can be hit of a spot; undefined where all of it is covered or out of sight. */
export function aimAt(page: Page, spot: string): Promise<Aim | undefined> {
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
