import { storedSettings } from '../app/stored-settings';
import { languages, type Language } from './text';
import type { Catalog } from './message';

/** Texts by language. A language that is not loaded yet has none. */
export type Texts = Readonly<Record<Language, Catalog>>;

/** The imports of files of texts, by path. */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

const all = Object.keys(languages) as Language[];

/** No texts, for a title that the client does not know. */
export const noTexts = (): Record<Language, Catalog> =>
  Object.fromEntries(all.map((language) => [language, {}])) as Record<Language, Catalog>;

/** The texts of this page that are loaded on demand, with the function that loads a language of them. */
const sources = new Map<Texts, (language: Language) => Promise<void>>();
const shown = new Set<Texts>();

/** The language in which texts are loaded. */
let current = storedSettings().language;

/** Texts whose languages are loaded on demand. The name of a language is part of the path of its file. */
export function lazyTexts(files: Files): Texts {
  const texts = noTexts();
  const loaded = new Set<Language>();
  sources.set(texts, async (language) => {
    if (loaded.has(language)) return;
    const path = Object.keys(files).find((name) => name.split(/[/.]/).includes(language));
    const found = path === undefined ? undefined : await files[path]?.();
    if (found === undefined) return;
    texts[language] = found as Catalog;
    loaded.add(language);
  });
  return texts;
}

/** Loads texts in the language of the reader. Rejects if their file is lost. From now on `loadShown` loads them, too. */
export async function loadTexts(texts: Texts): Promise<void> {
  shown.add(texts);
  await sources.get(texts)?.(current);
}

/** Loads everything that the page shows in another language. Rejects, and changes nothing, if a file is lost. */
export async function loadShown(language: Language): Promise<void> {
  await Promise.all([...shown].map(async (texts) => sources.get(texts)?.(language)));
  current = language;
}

/** Loads all texts in all languages, for tests and for pages of developers. */
export async function loadEverything(): Promise<void> {
  await Promise.all([...sources.values()].flatMap((load) => all.map(load)));
}
