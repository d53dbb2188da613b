import type { Page } from 'playwright-core';
import { englishWordIn, piecesOf } from '../../src/dev/english';

/** The form of a key without a text, such as `play.turn`. */
const key = /^[a-z][\w-]*(\.[\w=-]+)+$/i;
/** These are the traces of a value that a sentence lacks. */
const trace = /\b(undefined|null|NaN|true|false)\b|\[object|[{}]/;

/** Finds texts on pages of one language that are missing or English. */
export class ForeignTexts {
  /** The pieces of English sentences that the language has in no sentence. */
  private readonly english: ReadonlySet<string>;

  constructor(language: string) {
    const own = piecesOf(language);
    this.english = language === 'en' ? new Set() : new Set([...piecesOf('en')].filter((piece) => !own.has(piece)));
    this.isEnglish = language === 'en';
  }

  private readonly isEnglish: boolean;

  /** Returns the texts that are missing or English. */
  in(texts: readonly string[]): string[] {
    return texts.filter(
      (text) =>
        key.test(text) ||
        trace.test(text) ||
        this.english.has(text) ||
        (!this.isEnglish && englishWordIn(text) !== undefined),
    );
  }
}

/** Returns all texts of a page, once each: visible ones, those in closed parts, and those for screen readers. Names are left out. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const isName = (element: Element): boolean =>
      element.closest('script, style, noscript, template, [translate=no], option[lang]') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (isName(node)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.add(node.getAttribute(name) ?? '');
      } else if (node.parentElement && !isName(node.parentElement)) texts.add(node.textContent ?? '');
    }
    return [...texts].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text));
  });
}
