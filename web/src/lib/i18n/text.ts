/** A language of the client. */
export type Language = 'en' | 'nl';

/** The languages with their native names. */
export const languages: Record<Language, string> = { en: 'English', nl: 'Nederlands' };

/** A part of a sentence: plain text, a player with name and emblem, or a number of pieces. */
export type Part = string | { player: number } | { piece: string; count: number };

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
      return 'player' in part ? player(part.player) : `${part.count} ${piece(part.piece)}`;
    })
    .join('');
}

/** Intl formatters are expensive to create, so they are cached by language. */
const numbers = new Map<Language, Intl.NumberFormat>();
const lists = new Map<Language, Intl.ListFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

/** The format of a list in a language: commas, and "and" before the last. */
export function listFormat(language: Language): Intl.ListFormat {
  return cached(lists, language, () => new Intl.ListFormat(language));
}

function cached<Thing>(of: Map<Language, Thing>, language: Language, make: () => Thing): Thing {
  const found = of.get(language) ?? make();
  of.set(language, found);
  return found;
}

function plain(value: unknown, language: Language): Part[] {
  // All languages of the client write such numbers alike. Most numbers need no formatter then, and a page opens faster.
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000) return [String(value)];
  if (typeof value === 'number')
    return [cached(numbers, language, () => new Intl.NumberFormat(language)).format(value)];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function plural(language: Language, value: unknown): string {
  const count = Array.isArray(value) ? value.length : value;
  // All languages of the client have the same rule for whole numbers.
  if (Number.isInteger(count)) return Math.abs(Number(count)) === 1 ? 'one' : 'other';
  return typeof count === 'number'
    ? cached(plurals, language, () => new Intl.PluralRules(language)).select(count)
    : 'other';
}
