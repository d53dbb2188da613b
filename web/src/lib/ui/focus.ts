import { tick } from 'svelte';

/** Moves the focus to the heading of the page, without scrolling. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** Moves the focus to an element without scrolling. A heading takes none by itself. */
export function moveFocus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Moves the focus to a control that a press brought, such as the safe answer to a question. */
export function takesFocus(control: HTMLElement): void {
  control.focus();
}

/** Waits for the drawing. If the control with the focus is gone by then, `other` gets the focus, or else the heading of the page. */
export async function replaceFocus(other: () => HTMLElement | null | undefined = () => undefined): Promise<void> {
  await tick();
  if (document.activeElement !== document.body) return;
  const element = other();
  if (element) moveFocus(element);
  else focusHeading();
}
