import type { Page } from 'playwright-core';

/**
 * Returns the faults of a page's headings, one line each: the first heading must be the only h1, and no level may be skipped. A dialog has
 * an outline of its own.
 */
export function headingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')].filter(
      (heading) => heading.checkVisibility() && !heading.closest('dialog, [popover]'),
    );
    const levels = shown.map(({ tagName }) => Number(tagName.slice(1)));
    const name = (no: number): string => `h${levels[no]} "${shown[no]?.textContent.trim() ?? ''}"`;
    const faults = levels[0] === 1 ? [] : [`the first heading is ${levels.length > 0 ? name(0) : 'missing'}`];
    levels.forEach((level, i) => {
      const before = levels[i - 1];
      if (level === 1 && i > 0) faults.push(`${name(i)} is a second h1`);
      if (before !== undefined && level > before + 1) faults.push(`${name(i)} follows ${name(i - 1)}`);
    });
    return faults;
  });
}
