import type { Page } from 'playwright-core';

declare global {
  interface Window {
    touched?: { take(): string[] };
  }
}

/** Makes a page note the elements that are added, removed or changed from now on. */
export async function noteTouched(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = new Set<Element>();
    const keep = (records: readonly MutationRecord[]): void => {
      const whole = (node: Node): void => {
        if (!(node instanceof Element)) return;
        elements.add(node);
        for (const part of node.querySelectorAll('*')) elements.add(part);
      };
      for (const { target, addedNodes, removedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element) elements.add(element);
        addedNodes.forEach(whole);
        removedNodes.forEach(whole);
      }
    };
    const observer = new MutationObserver(keep);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const nameOf = (element: Element): string => {
      const classes = (element.getAttribute('class') ?? '').replace(/ ?svelte-\w+/g, '');
      return `${element.localName}${classes && `.${classes.replaceAll(' ', '.')}`}`;
    };
    window.touched = {
      take() {
        keep(observer.takeRecords());
        const names = [...elements].map(nameOf);
        elements.clear();
        return names;
      },
    };
  });
}

/** Returns a name of each element that was touched since the last call. An element counts once. */
export function takeTouched(page: Page): Promise<string[]> {
  return page.evaluate(() => window.touched?.take() ?? []);
}
