import { languageCodes } from '../../src/dev/raw-texts';
import type { Fixture, PersonOptions } from './fixture';
import type { Person } from './person';
import { usePseudoLanguage } from './pseudo-language';

/** English with longer words, which no program contains. */
export const pseudo = 'pseudo';

/** The languages that pages are measured in: the pseudo-language first, because it has the longest words. */
export const measuredLanguages: readonly string[] = [pseudo, ...languageCodes];

/** Opens another browser of a person, who reads a language there. */
export async function inLanguage(
  fixture: Fixture,
  person: Person,
  language: string,
  options: PersonOptions = {},
): Promise<Person> {
  const reader = await fixture.person(`${person.name}, ${language}`, {
    ...options,
    locale: language === pseudo ? 'en' : language,
  });
  await reader.context.addCookies(await person.context.cookies());
  if (language === pseudo) await usePseudoLanguage(reader.page);
  return reader;
}
