import languageNames from '../../../../texts/languages.json';
import { listFormat, numberFormat, pluralRules, withRegion } from '../environment/locale';
import type { Cases, Message, Node } from './message';
import { withMinus } from './minus';
import { nameParameters } from './named-keys.gen';

export type Language = keyof typeof languageNames;

export const languages: Readonly<Record<Language, string>> = languageNames;

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(languages, code);

/** A part of a sentence: plain text, a name that is never translated, a player with name and emblem, or a number of pieces. */
export type Part = string | { name: string } | { player: number } | { piece: string; count: number };

/** A text as parts, or a plain text without names. */
export type Words = string | readonly Part[];

export type Format = (value: unknown, name: string) => Part[];

type Values = Readonly<Record<string, unknown>>;

/**
 * Fills a message. `{n}` is a word or number, and `{n, player}` a value in that format. `{n, plural, one {hut} other {huts}}` is the form for
 * the number n, or for the length of the list n. A missing value is left out.
 */
export function fillTemplate(
  message: Message,
  values: Values,
  language: Language,
  formats: Readonly<Record<string, Format>> = {},
): Part[] {
  if (typeof message === 'string') return message === '' ? [] : [message];
  const fill = (nodes: readonly Node[]): Part[] =>
    nodes.flatMap((node): readonly Part[] => {
      if (typeof node === 'string') return [node];
      const [name, more, counts] = node;
      const value = values[name];
      if (typeof more === 'object')
        // A name of a case in ICU MessageFormat has no hyphen.
        return fill(counts ? pluralForm(more, value, language) : selected(more, String(value).replaceAll('-', '_')));
      return (more !== undefined && formats[more]?.(value, name)) || plain(value, language);
    });
  return fill(message);
}

/** The text of a message without placeholders. */
export function plainMessage(message: Message): string {
  return typeof message === 'string' ? message : message.filter((node) => typeof node === 'string').join('');
}

const selected = (cases: Cases, key: string): readonly Node[] =>
  (Object.hasOwn(cases, key) ? cases[key] : cases.other) ?? [];

function pluralForm(cases: Cases, value: unknown, language: Language): readonly Node[] {
  const count = Array.isArray(value) ? value.length : value;
  if (typeof count !== 'number') return selected(cases, 'other');
  const exact = cases[`=${count}`];
  return exact ?? selected(cases, cached(plurals, language, () => pluralRules(language)).select(count));
}

/** Joins parts to plain text, with functions for players and pieces. */
export function joinParts(
  parts: readonly Part[],
  player: (seat: number) => string,
  piece: (name: string) => string,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('name' in part) return part.name;
      return 'player' in part ? player(part.player) : `${part.count} ${piece(part.piece)}`;
    })
    .join('');
}

/** Names as the value of a placeholder. Data of the server never is such a value. */
class Names {
  constructor(readonly parts: readonly Part[]) {}
}

/** The parts of a common text. The values of name parameters become names: one, or a list. */
export function sentenceParts(
  template: Message,
  values: Readonly<Record<string, string | number | readonly string[]>>,
  language: Language,
): Part[] {
  const filled: Record<string, unknown> = { ...values };
  for (const key of nameParameters) {
    const value = values[key];
    if (value === undefined) continue;
    const names = (typeof value === 'object' ? value : [String(value)]).filter((name) => name !== '');
    filled[key] = new Names(
      joinList(
        names.map((name) => [{ name }]),
        language,
      ),
    );
  }
  return fillTemplate(template, filled, language);
}

/**
 * Joins items to a list: commas, and "and" or "or" before the last item. Units are remarks beside each other. The format reads the first words
 * of items, because Spanish says “Ada e Inés” and “7 u 8”. `nameOf` names seats.
 */
export function joinList(
  items: readonly Part[][],
  language: Language,
  type: Intl.ListFormatType = 'conjunction',
  nameOf: (seat: number) => string = () => '',
): Part[] {
  // Most lists have one item, and a phone is slow to make the first format.
  if (items.length < 2) return items[0] ?? [];
  let next = 0;
  return cached(lists, `${type} ${language}`, () => listFormat(language, type))
    .formatToParts(items.map(([first = '']) => firstWord(joinParts([first], nameOf, String))))
    .flatMap((part): Part[] => (part.type === 'element' ? (items[next++] ?? []) : [part.value]));
}

/** A word without accents: formats know the first letter of Inés, but not that of Íñigo. They need some word. */
function firstWord(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '') || '-';
}

/** Intl formatters are expensive to create, so they are cached by language. */
const numbers = new Map<Language, Intl.NumberFormat>();
const lists = new Map<string, Intl.ListFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

function cached<Key, Thing>(of: Map<Key, Thing>, key: Key, make: () => Thing): Thing {
  const found = of.get(key) ?? make();
  of.set(key, found);
  return found;
}

function plain(value: unknown, language: Language): readonly Part[] {
  if (value instanceof Names) return value.parts;
  // All languages of the client write such numbers alike. Most numbers need no formatter then, and a page opens faster.
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000) return [String(value)];
  if (typeof value === 'number') {
    const format = cached(numbers, language, () => numberFormat(withRegion(language)));
    return [withMinus(format.format(value))];
  }
  return typeof value === 'string' && value !== '' ? [value] : [];
}
