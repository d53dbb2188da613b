import { compileTexts } from '../../compile-texts';
import type { Message, Node } from '../lib/i18n/message';
import { rawTexts, textFiles } from './raw-texts';

/** Frequent English words that the other languages lack, so that one of them marks a sentence as English. */
const marks = new Set(
  (
    'the and with your you this that these those from are have by at when which who whose their they its it to be been ' +
    'would cannot each than then there does did please could should only because about into any if how what where without ' +
    'nobody somebody everybody player players'
  ).split(' '),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Returns a word that shows that a text is English; undefined if it may be in another language. */
export function englishWordIn(text: string): string | undefined {
  return wordsOf(text.replace(/`[^`]*`|https?:\S+/g, ' ')).find((word) => marks.has(word));
}

/** Reports whether a text is more than a word or a name such as `second-sight`, so that two languages hardly have it in common. */
export const isLongerThanAWord = (text: string): boolean =>
  text.trim().includes(' ') && wordsOf(text).filter((word) => word.length > 1).length > 1;

/** The words of a message: each form of a plural or select, without placeholders. */
function wordings(message: Message): string[] {
  return typeof message === 'string'
    ? [message]
    : [message.filter(isText).join(' '), ...message.flatMap(casesOf).flatMap(wordings)];
}

const isText = (node: Node): node is string => typeof node === 'string';

function casesOf(node: Node): (readonly Node[])[] {
  return typeof node === 'string' || typeof node[1] !== 'object' ? [] : Object.values(node[1]);
}

/** The paragraphs, items and cells of rules in Markdown, and the words of their drawings. */
export function paragraphs(markdown: string): string[] {
  const blocks = markdown.split(/\n{2,}|\n(?=\s*(?:[-|>]|\d+\. ))/);
  return blocks
    .flatMap((block) =>
      /^<[A-Z]/.test(block.trim()) ? [...block.matchAll(/'([^']*)'/g)].map(([, words]) => words) : block.split('|'),
    )
    .map((text = '') => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

/** All texts of a language in JSON files, each with the name of its file and key. */
export function wordingsOf(language: string): Map<string, readonly string[]> {
  return new Map(
    textFiles.flatMap((path) =>
      Object.entries(compileTexts(JSON.stringify(rawTexts(path, language)), language)).map(
        ([key, message]) => [`${path.replace('*', language)}: ${key}`, wordings(message)] as const,
      ),
    ),
  );
}

/** The pieces between the placeholders of all texts of a language, as they stand on a page. */
export function piecesOf(language: string): Set<string> {
  const pieces = (message: Message): string[] =>
    typeof message === 'string'
      ? [message]
      : message.flatMap((node) => (isText(node) ? [node] : casesOf(node).flatMap(pieces)));
  return new Set(
    textFiles
      .flatMap((path) => Object.values(compileTexts(JSON.stringify(rawTexts(path, language)), language)))
      .flatMap(pieces)
      .map((piece) => piece.replace(/\s+/g, ' ').trim())
      .filter((piece) => /\p{L}{2}/u.test(piece)),
  );
}
