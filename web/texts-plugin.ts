import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { compileTexts } from './compile-texts.ts';

/** The files of texts: of the whole project, or of a title. */
const file = /\/texts\/(?:([a-z-]+)\/(?:client|server)|([a-z-]+))\.json(?:\?(?:.*&)?(card|notice)\b.*)?$/;
/** The keys that a title card shows. A title's texts without a query are the others. */
const ofCard = /^(?:about$|option\.)/;

/** A text that a page shows without scripts, in all languages. */
function inAllLanguages(key: string): string {
  const read = (path: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../texts/${path}`, import.meta.url), 'utf8')) as Record<string, string>;
  return Object.keys(read('languages.json'))
    .map((language) => read(`${language}/client.json`)[key] ?? '')
    .join(' · ');
}

/**
 * Compiles the texts. An import with the query `?card` has the texts of a title's card only, and one with `?notice` those that the service
 * worker shows by itself. The first page loads neither the texts of titles nor another language.
 */
export const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  transformIndexHtml: (html) => html.replace(/%([a-z.]+)%/gi, (_, key: string) => inAllLanguages(key)),
  transform(code, id) {
    const [, language, titleLanguage, query] = file.exec(id) ?? [];
    const of = language ?? titleLanguage;
    if (of === undefined || of === 'languages') return null;
    const isTitle = titleLanguage !== undefined;
    const kept = (key: string): boolean => {
      if (query === 'notice') return key === 'push.fallback';
      return !isTitle || ofCard.test(key) === (query === 'card');
    };
    const compiled = Object.entries(compileTexts(code, of)).filter(([key]) => kept(key));
    const json = JSON.stringify(Object.fromEntries(compiled));
    // Vite makes a module of a file, but not of a file with a query.
    return query === undefined
      ? { code: json, map: null }
      : { code: `export default ${json}`, map: null, moduleType: 'js' };
  },
};

/** The name of the chunk of a file of texts or rules; undefined for other modules. */
export function textChunk(id: string): string | undefined {
  const [, title, folder, language, query] =
    /\/games\/(\w+)\/(texts|rules)\/([a-z-]+)\.(?:json|md)(\?card)?/.exec(id) ?? [];
  if (title !== undefined) return `${query === undefined ? (folder ?? '') : 'card'}-${title}-${language ?? ''}`;
  const common = /\/texts\/([a-z-]+)\/client\.json$/.exec(id)?.[1];
  return common === undefined ? undefined : `texts-${common}`;
}
