import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishWordIn, isLongerThanAWord, paragraphs, wordingsOf } from './english';
import { languageCodes } from './raw-texts';

const games = join(import.meta.dirname, '../games');

/** The pieces of a picture, such as `hut-red druid`. */
const pieces = /^[a-z]+(?:-[a-z]+)?(?: [a-z]+(?:-[a-z]+)?)*$/;

/** The sentences in the rules of a title. */
const sentencesIn = (file: string): string[] =>
  paragraphs(readFileSync(file, 'utf8')).filter((text) => !pieces.test(text.trim()));

/** The rules of all titles in a language, by title. */
const rulesOf = (language: string): Map<string, string[]> =>
  new Map(
    readdirSync(games, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, sentencesIn(join(games, name, 'rules', `${language}.md`))]),
  );

const english = new Set(
  [...wordingsOf('en').values(), ...rulesOf('en').values()]
    .flat()
    .map((text) => text.trim())
    .filter(isLongerThanAWord),
);

/** The texts of a language that seem to be English, each with its place. */
function leftIn(language: string): string[] {
  const all = [...wordingsOf(language), ...rulesOf(language)];
  return all.flatMap(([place, texts]) =>
    texts.flatMap((text) => {
      const word = englishWordIn(text) ?? (english.has(text.trim()) ? 'the same' : undefined);
      return word === undefined ? [] : [`${place}: ${word}: ${text.trim()}`];
    }),
  );
}

describe.each(languageCodes.filter((language) => language !== 'en'))('the language %s', (language) => {
  it('has no sentence in English', () => {
    expect(leftIn(language)).toEqual([]);
  });
});

it('finds most English sentences by their words', () => {
  const sentences = [...english].filter((text) => text.split(' ').length > 6);
  const found = sentences.filter((text) => englishWordIn(text) !== undefined);
  expect(found.length / sentences.length).toBeGreaterThan(0.9);
});
