import type { Page } from 'playwright-core';
import { compileTexts } from '../../compile-texts';
import { rawTexts } from '../../src/dev/raw-texts';
import type { Cases, Message, Node } from '../../src/lib/i18n/message';

/** Each word of the pseudo-language is longer than the English one by this share. */
const growth = 0.4;

const accents: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'ï', o: 'ø', u: 'ü', c: 'ç', n: 'ñ', y: 'ÿ' };

/** Makes a text longer, and marks its letters. A text that no page takes from the catalogs keeps its plain letters. */
export function lengthen(text: string): string {
  // The length that is still to be added.
  let debt = 0;
  return text.replace(/\p{L}+/gu, (word) => {
    debt += word.length * growth;
    const added = Math.round(debt);
    debt -= added;
    const letters = [...word].map((letter) => accents[letter] ?? letter);
    // The middle letters of a word are repeated.
    for (let i = 0; i < added; i++) {
      const at = Math.min(letters.length - 1, 1 + ((i * 2) % Math.max(1, letters.length - 1)));
      letters.splice(at, 0, letters[at] ?? '');
    }
    return letters.join('');
  });
}

function lengthenMessage(message: Message): Message {
  return typeof message === 'string' ? lengthen(message) : message.map(lengthenNode);
}

function lengthenNode(node: Node): Node {
  if (typeof node === 'string') return lengthen(node);
  const [name, more] = node;
  if (typeof more !== 'object') return node;
  const cases: Cases = Object.fromEntries(Object.entries(more).map(([key, form]) => [key, form.map(lengthenNode)]));
  return node.length === 3 ? [name, cases, 1] : [name, cases];
}

/** The compiled file of a catalog in the pseudo-language. */
function catalog(path: string): string {
  const texts = compileTexts(JSON.stringify(rawTexts(path, 'en')), 'en');
  const longer = Object.entries(texts).map(([key, message]) => [key, lengthenMessage(message)] as const);
  return `export default ${JSON.stringify(Object.fromEntries(longer))}`;
}

/** Makes a page that reads English show the pseudo-language: it gets longer texts in place of the English files. */
export async function usePseudoLanguage(page: Page): Promise<void> {
  await page.route(/\/assets\/(texts|card)-(\w+-)?en-[^/]*\.js$/, async (route) => {
    const title = /\/(?:texts|card)-(\w+)-en-/.exec(route.request().url())?.[1];
    await route.fulfill({
      contentType: 'text/javascript',
      body: catalog(title === undefined ? 'texts/*/client.json' : `web/src/games/${title}/texts/*.json`),
    });
  });
  // The server writes the pages of operators.
  await page.route(/\/admin\/[^.]*$/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace(/(<body[^]*)/, (all) =>
      all.replace(/>([^<>]+)</g, (_, text: string) => `>${lengthen(text)}<`),
    );
    await route.fulfill({ response, body });
  });
  // The rules are components. Their texts are between the tags of their templates.
  await page.route(/\/assets\/rules-\w+-en-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const code = (await response.text()).replace(/`<[^`]*`/g, (html) =>
      html.replace(/>([^<>]+)</g, (_, text: string) => `>${lengthen(text)}<`),
    );
    await route.fulfill({ response, body: code });
  });
}
