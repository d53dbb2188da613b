import { focusHeading, moveFocus } from './focus';

/**
 * Keeps the focus in a page whose buttons go, or are disabled for a moment, because they were pressed. It returns to the button, or else moves to the
 * nearest heading, at last that of the whole page.
 */
export function keepsFocus(page: HTMLElement): () => void {
  /** The last element with the focus, and its ancestors. Empty while an element outside of the page has it. */
  let path: HTMLElement[] = [];
  const come = ({ target }: FocusEvent): void => {
    path = [];
    if (!(target instanceof HTMLElement && page.contains(target))) return;
    for (let each: HTMLElement | null = target; each; each = each === page ? null : each.parentElement) path.push(each);
  };
  // A press elsewhere takes the focus away on purpose.
  const press = (): void => void (path = []);
  const changed = new MutationObserver(() => {
    if (document.activeElement !== document.body || path.length === 0) return;
    if (path[0]?.isConnected) return path[0].focus({ preventScroll: true });
    const heading = path
      .filter((each) => each.isConnected)
      .map((each) => each.querySelector<HTMLElement>('h1, h2, h3'))
      .find((each) => each !== null);
    if (heading) moveFocus(heading);
    else focusHeading();
  });
  addEventListener('focusin', come);
  addEventListener('pointerdown', press, { capture: true });
  changed.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', come);
    removeEventListener('pointerdown', press, { capture: true });
    changed.disconnect();
  };
}
