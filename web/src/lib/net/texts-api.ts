import { object, string } from '../wire/narrow';
import type { Language } from '../i18n/text';
import { call, tell } from './rest';

const pathOf = (language: Language, file: string, key: string): string =>
  `/texts/${language}/${encodeURIComponent(file)}/${encodeURIComponent(key)}`;

/** A text as translators write it. */
export interface SourceText {
  text: string;
  english: string;
}

/** The part of the REST API about the texts themselves. All calls throw Refusal. */
export const textsApi = {
  text: async (language: Language, file: string, key: string): Promise<SourceText> => {
    const answer = object(await call('GET', pathOf(language, file, key)), 'a text');
    return { text: string(answer.text, 'its text'), english: string(answer.english, 'its English') };
  },
  suggest: (language: Language, file: string, key: string, text: string) =>
    tell('POST', `${pathOf(language, file, key)}/suggestions`, { text }),
};
