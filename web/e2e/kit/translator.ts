import type { Page } from 'playwright-core';

/** Replaces the text nodes of a page by copies in `<font>` elements, as translators of browsers do. `polite`: not those with `translate="no"`, and none without letters. */
export function translate(page: Page, polite: boolean): Promise<void> {
  return page.evaluate((polite) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const { parentElement } = text;
      if (!parentElement || parentElement.closest('font, script, style')) continue;
      if (polite && (text.data.trim() === '' || parentElement.closest('[translate="no"], svg'))) continue;
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = text.data;
      text.replaceWith(outer);
    }
  }, polite);
}

/** The number of entries of the log that are compared. Each page draws as many older ones as fit its window, and that many differ while text is replaced. */
const newest = 4;

/** Reads the text of a table page, without the note about this device, which each page has for itself, and without the older entries of the log. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate((newest) => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined;
    main?.querySelector('[data-testid="device-note"]')?.remove();
    const entries = [...(main?.querySelectorAll('[data-testid="log-entry"]') ?? [])];
    for (const entry of entries.slice(0, -newest)) entry.remove();
    main?.querySelector('[data-testid="log-earlier"]')?.remove();
    return (main?.textContent ?? '').replace(/\s+/g, ' ');
  }, newest);
}
