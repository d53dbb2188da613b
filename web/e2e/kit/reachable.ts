import type { Page } from 'playwright-core';

/** Sets the font size that the reader chose in the browser, in pixels. Media queries in rem follow it, too. */
export async function useFontSize(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await devtools.detach();
}

/**
 * Returns the visible buttons, links and fields that nobody can reach: cut off by a part that does not scroll, outside of the window, or covered.
 */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    const top = document.querySelector('dialog[open]') ?? document.querySelector(':popover-open') ?? document;
    const controls = [...top.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')];
    const seen = controls.filter((control) => {
      // It appears with the focus.
      if (control.matches('.skip')) return false;
      const { width, height } = control.getBoundingClientRect();
      const clip = control.closest('.unseen') ?? control;
      return (
        width > 1 &&
        height > 1 &&
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        getComputedStyle(clip).clipPath === 'none'
      );
    });
    for (const control of seen) {
      const words = control.ariaLabel ?? (control.innerText.trim() || control.title || control.dataset.testid || '');
      const name = `${control.tagName.toLowerCase()} "${words.replace(/\s+/g, ' ').slice(0, 40)}"`;
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      let shown = box;
      for (let outer = control.parentElement; outer && outer !== root; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        const place = outer.getBoundingClientRect();
        const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const across = cuts(style.overflowX) ? Math.max(place.left - shown.left, shown.right - place.right) : 0;
        const down = cuts(style.overflowY) ? Math.max(place.top - shown.top, shown.bottom - place.bottom) : 0;
        // Reader's scrolling moves no hidden part.
        const moved = cuts(style.overflowY) ? outer.scrollTop : cuts(style.overflowX) ? outer.scrollLeft : 0;
        const cut = Math.round(Math.max(across, down, moved));
        // A part that scrolls shows everything in it, piece by piece.
        if (['auto', 'scroll'].includes(style.overflowY)) shown = place;
        if (cut > 1 && style.display !== 'inline')
          faults.push(`${name} is cut off by ${cut} px by .${outer.className}`);
      }
      const wide = Math.max(-box.left, box.right - innerWidth);
      if (wide > 1) faults.push(`${name} is ${Math.round(wide)} px beside the window`);
      // A bar at an edge may cover a control until the reader scrolls on.
      else if (!(['center', 'start', 'end'] as const).some((block) => isHit(control, block)))
        faults.push(`${name} is covered or out of sight`);
    }
    return faults;

    function isHit(control: HTMLElement, block: ScrollLogicalPosition): boolean {
      control.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      const { left, top: above, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, above + height / 2);
      if (!hit) return false;
      return control.contains(hit) || hit.closest('label')?.contains(control) === true;
    }
  });
}
