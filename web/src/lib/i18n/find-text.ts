import type { Catalog, Message, Node } from './message';

/** The texts of a file by key, in the language of the page. */
export interface TextFile {
  /** `client`, or the id of a title. */
  file: string;
  texts: Catalog;
}

/** A text that may be the one on the page. */
export interface FoundText {
  file: string;
  key: string;
}

/** A text of the page, and the index of the pressed character; undefined for a text without a place, such as the name of a picture. */
export interface PressedText {
  text: string;
  at: number | undefined;
}

/** Only so many texts are offered, the best first. */
const mostFound = 6;
/** A shorter word inside a longer text is left out: it is in many texts. */
const shortest = 3;

/** A placeholder may have become any words, and none. */
const anything = '(.*?)';
/** A text begins and ends between words. */
const begin = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';

const letters = /\p{L}/u;

/** Texts of nodes and of messages differ by white space. */
export const collapse = (text: string): string => text.replace(/\s+/gu, ' ');

/** The pattern of a message: its words, and a group for each placeholder. */
function pattern(message: Message): string {
  return typeof message === 'string' ? literal(message) : message.map(nodePattern).join('');
}

function nodePattern(node: Node): string {
  if (typeof node === 'string') return literal(node);
  const more = node[1];
  if (typeof more !== 'object') return anything;
  return `(?:${Object.values(more)
    .map((form) => form.map(nodePattern).join(''))
    .join('|')})`;
}

const literal = (text: string): string => collapse(text).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The longest words that every form of a message has. They tell quickly that it is not the one. */
function fixedWords(message: Message): string {
  const texts = typeof message === 'string' ? [message] : message.filter((node) => typeof node === 'string');
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** The length of a message in a shown text, and the number of its own characters there. */
interface Place {
  length: number;
  score: number;
}

function placeOf(message: Message, shown: string, lower: string, at: number | undefined): Place | undefined {
  if (!lower.includes(collapse(fixedWords(message)).trim().toLowerCase())) return undefined;
  const words = pattern(message).trim();
  if (!letters.test(words.replaceAll(anything, ''))) return undefined;
  const whole = new RegExp(`^${words}$`, 'iu').exec(shown);
  for (const match of whole ? [whole] : shown.matchAll(new RegExp(`${begin}${words}${end}`, 'giu'))) {
    const [text, ...groups] = match;
    const filled = groups.reduce((sum, group: string | undefined) => sum + (group?.length ?? 0), 0);
    const score = text.length - filled;
    const missed = at !== undefined && (at < match.index || at > match.index + text.length);
    if (whole || (score >= shortest && !missed)) return { length: text.length, score };
  }
  return undefined;
}

/**
 * Finds the messages that may have produced one of the texts at a pressed place, the best first: the more of its own words stand there, the better.
 * Nothing is recorded while texts are made, so that this costs nothing until a reader asks.
 */
export function findTexts(pressed: readonly PressedText[], files: readonly TextFile[]): FoundText[] {
  const found = new Map<string, FoundText & Place>();
  for (const { text, at } of pressed) {
    const lower = text.toLowerCase();
    for (const { file, texts } of files) {
      for (const [key, message] of Object.entries(texts)) {
        const place = message === '' ? undefined : placeOf(message, text, lower, at);
        const known = found.get(`${file} ${key}`);
        if (place && (!known || known.score < place.score)) found.set(`${file} ${key}`, { file, key, ...place });
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || a.length - b.length)
    .slice(0, mostFound)
    .map(({ file, key }) => ({ file, key }));
}
