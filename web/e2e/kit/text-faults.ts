import type { Page } from 'playwright-core';

/**
 * Returns the visible texts of a page that are cut off, leave the window or their box, lie on another text, or begin a line with a sign. A text that
 * scrolling brings into sight counts as visible, and so does one that an ellipsis cuts if its title has the rest. If a dialog or a menu is open, only
 * its texts count.
 */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** A line of a text: the place of its letters, without the parts that scroll out of sight. */
    interface Line {
      text: string;
      parent: Element;
      box: DOMRect;
    }
    const faults = new Set<string>();
    const root = document.documentElement;
    const top =
      [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector(':popover-open') ?? document.body;
    const said = (text: string): string => `"${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`;
    const place = (element: Element): string =>
      `${element.localName}${[...element.classList].map((name) => (name.startsWith('s-') ? '' : `.${name}`)).join('')}`;

    if (root.scrollWidth > innerWidth + 1)
      faults.add(`the page is ${root.scrollWidth - innerWidth} px wider than the window`);
    const texts = visibleTexts();
    for (const text of texts) signFirst(text);
    const lines = texts.flatMap(linesOf);
    for (const sign of top.querySelectorAll('svg[role=img]')) {
      const { width, height } = sign.getBoundingClientRect();
      if (isSeen(sign) && width > 1 && height > 1)
        shown(sign.ariaLabel ?? 'a sign', sign, sign.getBoundingClientRect());
    }
    for (const line of lines) spilled(line);
    for (const field of top.querySelectorAll<HTMLElement>('select, input')) narrow(field);
    overlapped();
    return [...faults];

    function visibleTexts(): Text[] {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        const parent = text.parentElement;
        if (!parent || text.data.trim() === '' || parent.closest('script, style, option, noscript, .skip')) continue;
        if (isSeen(parent)) texts.push(text);
      }
      return texts;
    }

    /** Notes a sign that begins a line, because the drawing or button before it ends one. */
    function signFirst(text: Text): void {
      const sign = /^\s*[.,;:!?)»”…](?![\p{L}\p{N}])/u.exec(text.data)?.[0].length;
      let block = text.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      if (!sign || !block) return;
      const range = document.createRange();
      range.setStart(text, sign - 1);
      range.setEnd(text, sign);
      const { top, height } = range.getBoundingClientRect();
      range.setStart(block, 0);
      range.setEnd(text, 0);
      const before = [...range.getClientRects()].filter(({ width }) => width > 2);
      if (before.length > 0 && before.every(({ bottom }) => bottom < top + height / 2))
        faults.add(`${said(text.data)} begins a line after ${said(range.toString().slice(-30))}`);
    }

    /** Reports whether an element is drawn. Words for screen readers alone have a clip. */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      for (let outer: Element | null = element; outer; outer = outer.parentElement)
        if (getComputedStyle(outer).clipPath === 'inset(50%)') return false;
      return true;
    }

    /** The lines of a text. Notes the cut ones. */
    function linesOf(text: Text): Line[] {
      const parent = text.parentElement as Element;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      return lines.flatMap((line) => {
        // The letters take the middle of a line.
        const box = new DOMRect(line.left, line.top + line.height * 0.22, line.width, line.height * 0.56);
        const seen = shown(text.data, parent, box);
        return seen ? [{ text: text.data, parent, box: seen }] : [];
      });
    }

    /** The part of a line that its ancestors show; undefined if it is scrolled out of sight. Notes a line that an ancestor cuts. */
    function shown(text: string, parent: Element, line: DOMRect): DOMRect | undefined {
      let box = line;
      let scrolled = false;
      let position = 'static';
      for (let outer: Element | null = parent; outer && outer !== root; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        const skips = position === 'absolute' ? style.position === 'static' : position === 'fixed';
        if (style.display !== 'inline' && style.display !== 'contents' && !skips) {
          const edge = outer.getBoundingClientRect();
          const over = {
            x: Math.max(edge.left - box.left, box.right - edge.right),
            y: Math.max(edge.top - box.top, box.bottom - edge.bottom),
          };
          for (const axis of ['x', 'y'] as const) {
            const overflow = axis === 'x' ? style.overflowX : style.overflowY;
            if (overflow === 'visible') continue;
            if (overflow === 'auto' || overflow === 'scroll') {
              const cut = clip(box, edge, axis);
              if (!cut) return undefined;
              box = cut;
              scrolled = true;
            } else if (over[axis] > 1.5) {
              const told = outer.closest<HTMLElement>('[title]')?.title.includes(text.trim());
              // An enlarged board shows a part of itself.
              const isEnlarged =
                outer.matches('section.board .frame') && document.querySelector('.tools.large') !== null;
              // The last lines of the log have a place of changing size. Those without room are out of sight.
              if (!told && !isEnlarged && !outer.matches('[data-testid=last-lines]'))
                faults.add(`${said(text)} is cut off by ${Math.round(over[axis])} px by ${place(outer)}`);
              const cut = clip(box, edge, axis);
              if (!cut) return undefined;
              box = cut;
            }
          }
        }
        if (!skips && style.position !== 'static') position = style.position === 'fixed' ? 'fixed' : style.position;
        else if (!skips && position === 'absolute' && style.transform !== 'none') position = 'static';
        if (position === 'relative' || position === 'sticky') position = 'static';
      }
      const beside = Math.max(-box.left, box.right - innerWidth);
      if (beside > 1.5) faults.add(`${said(text)} leaves the window by ${Math.round(beside)} px`);
      const above = -(box.top + scrollY);
      const below = position === 'fixed' ? box.bottom - innerHeight : box.bottom + scrollY - root.scrollHeight;
      const off = Math.max(above, below);
      if (off > 1.5 && !scrolled) faults.add(`${said(text)} is above or below the page by ${Math.round(off)} px`);
      return box;
    }

    function clip(box: DOMRect, edge: DOMRect, axis: 'x' | 'y'): DOMRect | undefined {
      const [left, right] =
        axis === 'x' ? [Math.max(box.left, edge.left), Math.min(box.right, edge.right)] : [box.left, box.right];
      const [above, below] =
        axis === 'y' ? [Math.max(box.top, edge.top), Math.min(box.bottom, edge.bottom)] : [box.top, box.bottom];
      return right - left < 2 || below - above < 2 ? undefined : new DOMRect(left, above, right - left, below - above);
    }

    /** Notes a text that sticks out of the nearest box that the reader sees. */
    function spilled({ text, parent, box }: Line): void {
      for (let outer: Element | null = parent; outer && outer !== top; outer = outer.parentElement) {
        if (outer instanceof SVGElement) return;
        const style = getComputedStyle(outer);
        if (style.display === 'inline' || style.display === 'contents') continue;
        if (style.position === 'fixed') return;
        const { left, right, top: above, bottom } = outer.getBoundingClientRect();
        if (isDrawn(style)) {
          const out = Math.max(left - box.left, box.right - right, above - box.top, box.bottom - bottom);
          if (out > 1.5) faults.add(`${said(text)} sticks out of ${place(outer)} by ${Math.round(out)} px`);
          return;
        }
        if (style.position === 'absolute' || style.overflowX !== 'visible') return;
      }
    }

    function isDrawn(style: CSSStyleDeclaration): boolean {
      const clear = (color: string): boolean => color === 'transparent' || /, 0\)$|\/ 0\)$/.test(color);
      const edge = ['Left', 'Top'] as const;
      return (
        !clear(style.backgroundColor) ||
        edge.some((side) => parseFloat(style[`border${side}Width`]) > 0 && !clear(style[`border${side}Color`]))
      );
    }

    /** Notes a list of choices or a hint of a field that is wider than its place. */
    function narrow(field: HTMLElement): void {
      if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      const choice = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined;
      const hint = field instanceof HTMLInputElement && field.value === '' ? field.placeholder : undefined;
      const text = choice ?? hint;
      if (!text) return;
      const style = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) return;
      pen.font = style.font;
      // The arrow of a list takes its place beside the padding.
      const arrow = choice !== undefined && style.appearance !== 'none' ? 16 : 0;
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      const over = pen.measureText(text).width - room;
      if (over > 2 && !field.title) faults.add(`${said(text)} is ${Math.round(over)} px too wide for ${place(field)}`);
    }

    /** Notes texts that lie on each other. A drawn box between them hides the lower one. */
    function overlapped(): void {
      const sorted = [...lines].sort((a, b) => a.box.top - b.box.top);
      const pairs: [Line, Line][] = [];
      for (const [i, one] of sorted.entries())
        for (let j = i + 1; j < sorted.length; j++) {
          const other = sorted[j];
          if (!other || other.box.top > one.box.bottom) break;
          if (one.parent === other.parent) continue;
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (across > 2 && down > 2) pairs.push([one, other]);
        }
      if (pairs.length === 0) return;
      // Texts without pointer events are found, too.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { pointer-events: auto !important }');
      document.adoptedStyleSheets.push(sheet);
      for (const [one, other] of pairs)
        if (isSeenThrough(one, other)) faults.add(`${said(one.text)} overlaps ${said(other.text)}`);
      document.adoptedStyleSheets.pop();
    }

    function isSeenThrough(one: Line, other: Line): boolean {
      const x = (Math.max(one.box.left, other.box.left) + Math.min(one.box.right, other.box.right)) / 2;
      const y = (Math.max(one.box.top, other.box.top) + Math.min(one.box.bottom, other.box.bottom)) / 2;
      const before = scrollY;
      if (y < 0 || y > innerHeight) scrollBy({ top: y - innerHeight / 2, behavior: 'instant' });
      const stack = document.elementsFromPoint(x, y + before - scrollY);
      scrollTo({ top: before, behavior: 'instant' });
      const [upper = -1, lower = -1] = [stack.indexOf(one.parent), stack.indexOf(other.parent)].sort((a, b) => a - b);
      if (upper < 0 || stack[upper]?.contains(stack[lower] ?? null)) return false;
      return !stack.slice(upper, lower).some((element) => {
        const style = getComputedStyle(element);
        if (element instanceof SVGElement && element.localName !== 'text' && element.localName !== 'tspan')
          return style.fill !== 'none';
        return isDrawn(style) || style.backgroundImage !== 'none';
      });
    }
  });
}
