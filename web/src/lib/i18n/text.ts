import { listFormat as listFormatOf, numberFormat, pluralRules } from '../environment/locale';

/** A language of the client. */
export type Language = 'en' | 'nl';

/** The languages with their native names. */
export const languages: Record<Language, string> = { en: 'English', nl: 'Nederlands' };

/** A part of a sentence: plain text, a name that is never translated, a player with name and emblem, or a number of pieces. */
export type Part = string | { name: string } | { player: number } | { piece: string; count: number };

/** A text as parts, or a plain text without names. */
export type Words = string | readonly Part[];

/** The placeholders for names of people and titles. No other placeholder of the common texts has a name as its value. */
export const nameParameters = ['name', 'names', 'other', 'title'] as const;
export type NameParameter = (typeof nameParameters)[number];

/** Formats the value of a placeholder `{name:format}`. */
export type Format = (value: unknown, name: string) => Part[];

const placeholder = /\{(\w+)(?::(\w+))?(?:\?([^|{}]*)\|([^|{}]*))?\}/g;

/** The names of a template's placeholders. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * Fills a template. `{n}` is a word or number, and `{n:player}` a value in that format. `{n?hut|huts}` is the plural form for the number n,
 * or for the length of the list n, as in `{winners:player} {winners?wins|win}`. A missing value is left out.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  language: Language,
  formats: Readonly<Record<string, Format>> = {},
): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of template.matchAll(placeholder)) {
    const [whole, name = '', format, one, other] = match;
    if (match.index > from) parts.push(template.slice(from, match.index));
    from = match.index + whole.length;
    const value = values[name];
    if (one !== undefined) parts.push((plural(language, value) === 'one' ? one : other) ?? '');
    else if (format !== undefined) parts.push(...(formats[format]?.(value, name) ?? plain(value, language)));
    else parts.push(...plain(value, language));
  }
  if (from < template.length) parts.push(template.slice(from));
  return parts;
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
  template: string,
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
        listFormat(language),
      ),
    );
  }
  return fillTemplate(template, filled, language);
}

/** Joins items as a list. */
export function joinList(items: readonly Part[][], format: Intl.ListFormat): Part[] {
  if (items.length === 1) return items[0] ?? [];
  const marks = items.map((_, i) => String(i));
  return format
    .formatToParts(marks)
    .flatMap((part): Part[] => (part.type === 'element' ? (items[Number(part.value)] ?? []) : [part.value]));
}

/** Intl formatters are expensive to create, so they are cached by language. */
const numbers = new Map<Language, Intl.NumberFormat>();
const lists = new Map<Language, Intl.ListFormat>();
const alternatives = new Map<Language, Intl.ListFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

/** The format of a list in a language: commas, and "and" before the last. */
export function listFormat(language: Language): Intl.ListFormat {
  return cached(lists, language, () => listFormatOf(language));
}

/** The format of alternatives in a language: commas, and "or" before the last. */
export function eitherFormat(language: Language): Intl.ListFormat {
  return cached(alternatives, language, () => listFormatOf(language, 'disjunction'));
}

function cached<Thing>(of: Map<Language, Thing>, language: Language, make: () => Thing): Thing {
  const found = of.get(language) ?? make();
  of.set(language, found);
  return found;
}

function plain(value: unknown, language: Language): readonly Part[] {
  if (value instanceof Names) return value.parts;
  // All languages of the client write such numbers alike. Most numbers need no formatter then, and a page opens faster.
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000) return [String(value)];
  if (typeof value === 'number') return [cached(numbers, language, () => numberFormat(language)).format(value)];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function plural(language: Language, value: unknown): string {
  const count = Array.isArray(value) ? value.length : value;
  // All languages of the client have the same rule for whole numbers.
  if (Number.isInteger(count)) return Math.abs(Number(count)) === 1 ? 'one' : 'other';
  return typeof count === 'number' ? cached(plurals, language, () => pluralRules(language)).select(count) : 'other';
}
