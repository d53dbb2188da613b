/** A paragraph of the rules that contains the searched words. */
export interface Found {
  element: HTMLElement;
  /** The heading above it. */
  heading: string;
  /** Its text around the first word: before it, the word, and after it. */
  text: readonly [before: string, word: string, after: string];
}

/** The elements with the texts of rules. */
export const paragraphs = 'h2, h3, p, li, tr, aside, [role="listitem"]';

/** This is the number of characters shown before and after a found word. */
const around = 60;

/** Letters without accents, in lower case. The result is as long as the text, so that places in it are the same. */
const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('');

/** Finds the paragraphs that contain all words of a query. An item inside another one counts as part of it. */
export function search(body: HTMLElement, query: string): Found[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const found: Found[] = [];
  let heading = '';
  for (const element of body.querySelectorAll<HTMLElement>(paragraphs)) {
    if (element.parentElement?.closest('li, tr, aside, [role="listitem"]')) continue;
    const text = element.textContent.replace(/\s+/g, ' ').trim();
    if (/^H[23]$/.test(element.tagName)) heading = text;
    const flat = plain(text);
    if (!words.every((word) => flat.includes(word))) continue;
    const at = flat.indexOf(first);
    found.push({
      element,
      heading,
      text: [
        (at > around ? '…' : '') + text.slice(Math.max(0, at - around), at),
        text.slice(at, at + first.length),
        text.slice(at + first.length, at + first.length + around) +
          (at + first.length + around < text.length ? '…' : ''),
      ],
    });
  }
  return found;
}
