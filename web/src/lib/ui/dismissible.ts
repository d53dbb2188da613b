import { pressedKey } from '../environment/keys';
import type { Attachment } from 'svelte/attachments';

/** The open popups, the newest last. */
const openPopups: HTMLElement[] = [];

/**
 * Closes an open popup on Esc and on a press outside of it. The focus then returns to the element that opened it, unless the press gave it to
 * something else. Presses on the opener are left to the opener, which toggles the popup. Esc closes the newest popup alone.
 */
export function dismissible(opener: () => HTMLElement | undefined, close: () => void): Attachment<HTMLElement> {
  return (popup) => {
    function pressed(event: KeyboardEvent): void {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || openPopups.at(-1) !== popup) return;
      // Esc closes one thing: not also a dialog around the popup, or a choice on the board.
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
      opener()?.focus();
    }

    function down({ target }: PointerEvent): void {
      if (!(target instanceof Node) || popup.contains(target) || opener()?.contains(target)) return;
      const inside = popup.contains(document.activeElement);
      close();
      if (inside) addEventListener('click', restore, { once: true });
    }

    function restore(): void {
      if (document.activeElement === document.body) opener()?.focus();
    }

    openPopups.push(popup);
    addEventListener('keydown', pressed, { capture: true });
    addEventListener('pointerdown', down, { capture: true });
    return () => {
      openPopups.splice(openPopups.indexOf(popup), 1);
      removeEventListener('keydown', pressed, { capture: true });
      removeEventListener('pointerdown', down, { capture: true });
    };
  };
}
