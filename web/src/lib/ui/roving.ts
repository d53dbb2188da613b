import { pressedKey } from '../environment/keys';
import type { Attachment } from 'svelte/attachments';

interface Options {
  /** The selector of the controls among which the up and down keys move; all controls by default. */
  main?: string;
  /** The control that is the tab stop at first. */
  start?: 'first' | 'last';
}

const controls = 'a[href], button:not(:disabled)';

/**
 * Makes the buttons and links in a list one stop of the Tab key (ARIA practices: roving tabindex). Left and right go to the previous and the next
 * control, up and down to that of another line, Home and End to the first and the last one. Without controls the list itself is the stop,
 * because a list that scrolls must be reachable by keyboard.
 */
export function roving({ main = controls, start = 'first' }: Options = {}): Attachment<HTMLElement> {
  return (list) => {
    let current: Element | undefined;
    const all = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(controls)];

    function update(): void {
      const stops = all();
      // A moved or removed tab stop leaves the stop at the end where the reader began.
      if (!current || !stops.includes(current as HTMLElement))
        current =
          (start === 'last' && stops.findLast((stop) => stop.matches(main))) || stops.at(start === 'last' ? -1 : 0);
      for (const stop of stops) setTabIndex(stop, stop === current ? 0 : -1);
      setTabIndex(list, stops.length > 0 ? -1 : 0);
    }

    function focused({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement) || !target.matches(controls)) return;
      current = target;
      update();
    }

    function pressed(event: KeyboardEvent): void {
      const here = document.activeElement;
      if (event.altKey || event.ctrlKey || event.metaKey || !here?.matches(controls)) return;
      const next = target(pressedKey(event), here, all());
      if (!next) return;
      event.preventDefault();
      next.focus();
    }

    function target(key: string, here: Element, stops: HTMLElement[]): HTMLElement | undefined {
      if (key === 'Home') return stops[0];
      if (key === 'End') return stops.at(-1);
      const by = /^Arrow(Down|Right)$/.test(key) ? 1 : /^Arrow(Up|Left)$/.test(key) ? -1 : 0;
      const across = key === 'ArrowLeft' || key === 'ArrowRight';
      const lines = stops.filter((stop) => stop === here || across || stop.matches(main));
      return by === 0 ? undefined : lines[lines.indexOf(here as HTMLElement) + by];
    }

    list.dataset.roving = '';
    const changes = new MutationObserver(update);
    changes.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'href'] });
    list.addEventListener('focusin', focused);
    list.addEventListener('keydown', pressed);
    update();
    return () => {
      changes.disconnect();
      list.removeEventListener('focusin', focused);
      list.removeEventListener('keydown', pressed);
    };
  };
}

function setTabIndex(element: HTMLElement, index: number): void {
  if (element.getAttribute('tabindex') !== String(index)) element.setAttribute('tabindex', String(index));
}
