import type { Page } from 'playwright-core';
import type { Person } from './person';

/** One layout shift of a page: how far its parts moved, as browsers count it, and the parts that moved most. */
export interface Shift {
  value: number;
  moved: string[];
}

/** The entry of the Layout Instability API, which TypeScript does not know. */
interface ShiftEntry extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    layoutShifts?: Shift[];
    takeShifts?: () => void;
  }
}

/** Makes all pages of a person note their layout shifts, also those shortly after an input. */
export async function noteShifts({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    const nameOf = (node: Node | null): string => {
      if (!(node instanceof Element))
        return node?.parentElement ? `text in ${nameOf(node.parentElement)}` : 'a removed part';
      const own = (part: Element): string =>
        part.getAttribute('data-testid') ??
        `${part.localName}.${(part.getAttribute('class') ?? '').replace(/ ?svelte-\w+/g, '')}`;
      return [node.parentElement?.parentElement, node.parentElement, node]
        .flatMap((part) => (part ? [own(part)] : []))
        .join(' > ');
    };
    const rect = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ');
    const shifts: Shift[] = (window.layoutShifts = []);
    const keep = (entries: PerformanceEntryList): void => {
      for (const { value, sources } of entries as ShiftEntry[])
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)} from ${rect(previousRect)} to ${rect(currentRect)}`,
          ),
        });
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.takeShifts = () => keep(observer.takeRecords());
  });
}

/** Returns the layout shifts of a page since the last call. */
export function takeShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    // The entries of a frame exist once it is drawn.
    for (let frames = 0; frames < 2; frames++) await new Promise((drawn) => requestAnimationFrame(drawn));
    window.takeShifts?.();
    return window.layoutShifts?.splice(0) ?? [];
  });
}
