import type { Page } from 'playwright-core';

/** A window size in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** These are the windows that every table must fit: phones upright and on the side, and a desk at 200 % zoom and without. */
export const sizes: readonly Size[] = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 1440, height: 900 },
];

/** These are the additional windows of the long test. */
export const moreSizes: readonly Size[] = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
  { width: 932, height: 430 },
  { width: 640, height: 360 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
];

/** How a table fits its window. Everything counts in CSS pixels or in highlighted spots of the board. */
export interface Fit {
  /** The highlighted spots. */
  spots: number;
  /** The highlighted spots whose center is outside the window or the frame of the board. */
  outside: string[];
  /** The highlighted spots whose center is under something else than the board's spots. */
  covered: string[];
  /** The visible texts of the board with less than 9 effective pixels, each with its size. */
  faint: string[];
  /** The part of the board that is outside the window. */
  cut: number;
  /** The page is longer or wider than the window by this. */
  scroll: number;
  /** The width of the board. */
  board: number;
  /** The height of the bar with the name of the game; undefined without one. */
  bar: number | undefined;
  /** The top and bottom of the panel with the prompt; undefined without one. */
  panel: [number, number] | undefined;
  /** The button that opens the log is visible, and nothing covers it. True if the log itself is on the page. */
  log: boolean;
}

/** Points at some highlighted spots in turn. Returns those whose note is cut off by the window or its place: the frame of the board, or the panel. */
export function cutNotes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const painted = (): Promise<unknown> =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const all = [...document.querySelectorAll<SVGElement>('[data-spot].lit')];
    const spots = new Set([all[0], all[Math.floor(all.length / 3)], all[Math.floor((all.length * 2) / 3)], all.at(-1)]);
    const cut: string[] = [];
    for (const spot of spots) {
      spot?.focus({ preventScroll: true });
      await painted();
      await painted();
      const about = document.querySelector('[data-about]');
      const place = about?.closest('.foot') ?? document.querySelector('section.board .frame');
      // A long note scrolls in the panel.
      const note = (about?.closest('.note') ?? about)?.getBoundingClientRect();
      const frame = place?.getBoundingClientRect() ?? new DOMRect();
      if (!note) continue;
      const out = Math.max(
        ...[-note.left, -note.top, note.right - innerWidth, note.bottom - innerHeight],
        ...[frame.left - note.left, frame.top - note.top, note.right - frame.right, note.bottom - frame.bottom],
      );
      if (out > 1) cut.push(`the note of ${spot?.dataset.spot} by ${Math.round(out)} pixels`);
      spot?.blur();
    }
    return cut;
  });
}

/** Measures how the table of a page fits its window. */
export function fitOf(page: Page): Promise<Fit> {
  return page.evaluate(() => {
    const outside: string[] = [];
    const covered: string[] = [];
    const spots = [...document.querySelectorAll<SVGElement>('[data-spot].lit')];
    const frame = document.querySelector('section.board .frame')?.getBoundingClientRect() ?? new DOMRect();
    const inWindow = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const inFrame = (x: number, y: number): boolean =>
      x > frame.left && y > frame.top && x < frame.right && y < frame.bottom;
    // An enlarged board leaves out the spots of Die Druiden that have a button in the panel.
    const isEnlarged = document.querySelector('.tools.large') !== null;
    for (const spot of spots) {
      if (isEnlarged && ['dice', 'deck'].includes(spot.dataset.spot ?? '')) continue;
      const box = (spot.querySelector('.hit') ?? spot).getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!inWindow(x, y) || !inFrame(x, y)) outside.push(spot.dataset.spot ?? '');
      else if (!document.elementFromPoint(x, y)?.closest('section.board')) covered.push(spot.dataset.spot ?? '');
    }
    const texts = [...document.querySelectorAll<SVGTextElement>('section.board .frame svg text')];
    const faint = texts.flatMap((text) => {
      if (!text.checkVisibility({ opacityProperty: true }) || text.textContent.trim() === '') return [];
      const matrix = text.getScreenCTM();
      const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix?.a ?? 0, matrix?.b ?? 0);
      return size < 9 ? [`${text.textContent.trim()} (${size.toFixed(1)} px)`] : [];
    });
    const cut = Math.max(0, -frame.left, -frame.top, frame.right - innerWidth, frame.bottom - innerHeight);
    const root = document.documentElement;
    const panel = document.querySelector('.panel-box')?.getBoundingClientRect();
    const button = document.querySelector('[data-testid="log-button"]');
    const seen = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    };
    return {
      ...{ spots: spots.length, outside, covered, faint },
      cut: Math.round(cut),
      scroll: Math.max(root.scrollHeight - innerHeight, root.scrollWidth - innerWidth),
      board: Math.round(frame.width),
      bar: document.querySelector('[data-testid="table-bar"]')?.getBoundingClientRect().height,
      panel: panel && [Math.round(panel.top), Math.round(panel.bottom)],
      log: button ? seen(button) : document.querySelector('.column .log') !== null,
    };
  });
}
