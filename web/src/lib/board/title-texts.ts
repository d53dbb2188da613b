import type { Component } from 'svelte';
import { t } from '../i18n/translate';
import { fillTemplate, joinList, plainMessage, type Format, type Language, type Part } from '../i18n/text';
import type { Decision, Move } from '../wire/game';
import { placeholders, type Catalog } from '../i18n/message';
import type { Texts } from '../i18n/lazy-texts';
import { isObject, type Json, type JsonObject } from '../wire/narrow';
import { effectsOfMove } from './effects';

/**
 * The texts of a title by key. All keys are optional: a name without a text is shown as plain words.
 *
 * - title card: `about`, one sentence about the game; `option.<id>` and `option.<id>.<choice>`, the table options
 * - `decision.<kind>`: the question to the reader; `decision.<kind>.other`: the same about another seat, `{seat, player}`
 * - `move.<kind>`: a button. `group.<kind>.<member>=<value>`: a heading above many buttons, unless `move` has the same suffix and no values
 * - `event.<name>`: a line of the log; `event.<name>.less`: the line if the reader receives only part of the event;
 *   an empty text hides the event
 * - `effect.<kind>`: an effect of a move, unless the title words its effects itself. The ends of a range `n` are `{n}` and `{nTo}`
 * - `view.<member>`: the name of a member of the view. `word.<value>` or `word.<member>.<value>`: the word for a value
 *
 * - `goal.win`, `goal.turn`, `goal.end`: the goal in three sentences. `first.<kind>`: the purpose of a kind of decision
 * - `lesson.<chapter>.<step>` and its neighbors: the sentences of a lesson; see docs/lessons.md
 * - `term.<id>`: the forms of a term, separated by commas; `term.<id>.text`: its explanation
 *
 * The suffix `.<member>=<value>` selects a more specific text, as in `move.turn.do=hut`. A text is skipped if a
 * placeholder has no value. TitleTexts describes the formats of placeholders.
 */
export type TextCatalog = Catalog;

export interface WordedTitle {
  texts: Texts;
  /** Drawings of pieces by value, such as materials. An object of numbers with such keys is a count of pieces. */
  pieces?: Record<string, Component>;
  /** Additional placeholder values for a text about `data`. */
  textValues?: (data: JsonObject, view: JsonObject) => JsonObject;
  /** The effects of a legal move in sentences, from those that the server named; without it, the texts `effect.<kind>` word them. */
  effects?: (texts: TitleTexts, view: JsonObject, decision: Decision, move: Move) => Part[][];
}

/** Formats a text of a title; a key without a text gives nothing. */
export type FormatText = (key: string, values?: JsonObject) => Part[];

/**
 * Formats the texts of a title in one language. The placeholder formats are
 *
 * - `player`: a seat or a list of seats
 * - `word`: the word for a value
 * - `words`: the words for a list of values, or for the object keys whose value is not 0
 * - `counts`: an object of numbers as pieces; "nothing" if it is empty
 * - `each`: the text `<key>.each` for each item of a list. Its values are the item's members, the item as `value`,
 *   and its index as `seat` unless the item has that member
 * - `either`: the text `<key>.either.<item>` for each item of a list of names, in the order of the catalog; the other items are left out.
 *   A suffix `.<member>=<value>` of the key is left out, because more specific texts share the items
 */
export class TitleTexts {
  private readonly catalog: TextCatalog;

  constructor(
    private readonly title: WordedTitle,
    readonly language: Language,
    /** Names a seat for lists: the word before a name may depend on its first letter. */
    private readonly nameOf?: (seat: number) => string,
  ) {
    this.catalog = title.texts[language];
  }

  /** Formats a text; undefined if the key has no text. */
  format(key: string, values: JsonObject = {}): Part[] | undefined {
    const message = this.catalog[key];
    return message === undefined ? undefined : fillTemplate(message, values, this.language, this.formats(key));
  }

  readonly say: FormatText = (key, values) => this.format(key, values) ?? [];

  /** Formats texts with the title's additional values for a view. */
  about(view: JsonObject): FormatText {
    return (key, values = {}) => this.say(key, { ...this.title.textValues?.(values, view), ...values });
  }

  /** A short text without placeholders, or the fallback. */
  label(key: string, fallback: string): string {
    return this.plain(key) ?? fallback;
  }

  /** The terms that are explained in place: `term.<id>`, with its forms separated by commas, and `term.<id>.text`. */
  terms(): { forms: string[]; text: string }[] {
    return Object.keys(this.catalog)
      .filter((key) => /^term\.\w+$/.test(key))
      .map((key) => ({ forms: (this.plain(key) ?? '').split(/,\s*/), text: this.label(`${key}.text`, '') }));
  }

  word(value: string, member = ''): string {
    const known = (name: string): string | undefined =>
      this.plain(`word.${member}.${name}`) ?? this.plain(`word.${name}`);
    // Numbered values share a word: `druid` is the word for `druid-0`.
    return known(value) ?? known(value.replace(/-\d+$/, '')) ?? humanize(value);
  }

  /** Names a source of points: the text `source.<id>`, or that of the member with its points. */
  source(id: string): string {
    return this.plain(`source.${id}`) ?? this.label(`view.${id}`, id);
  }

  isPiece(name: string): boolean {
    return this.title.pieces !== undefined && Object.hasOwn(this.title.pieces, name);
  }

  /** Formats the most specific text about data whose placeholders all have values: by a member's value, plain, then `.less`. */
  describe(base: string, data: JsonObject, view: JsonObject): Part[] {
    const values = { ...this.title.textValues?.(data, view), ...data };
    for (const key of [...special(base, values), base, `${base}.less`]) {
      const template = this.catalog[key];
      if (template === undefined) continue;
      if (placeholders(template).every((name) => values[name] !== undefined)) return this.say(key, values);
    }
    return [this.fallback(base, data)];
  }

  effects(view: JsonObject, decision: Decision, move: Move): Part[][] {
    if (this.title.effects) return this.title.effects(this, view, decision, move);
    return effectsOfMove(decision, move)
      .all.filter(({ kind }) => `effect.${kind}` in this.catalog)
      .map(({ kind, values }) => this.describe(`effect.${kind}`, values, view));
  }

  /** Reports whether the title hides an event, which it does with an empty text. */
  isHidden(event: string): boolean {
    return this.catalog[`event.${event}`] === '';
  }

  /** The events that are moments of a game: those with a text `moment.<event>`. */
  get moments(): string[] {
    return Object.keys(this.catalog).flatMap((key) => (key.startsWith('moment.') ? [key.slice('moment.'.length)] : []));
  }

  /** The heading of the moves that share a member's value. A move whose text has no values is its own heading. */
  groupHeading(kind: string, member: string, value: Json): string {
    const suffix = `${kind}.${member}=${String(value)}`;
    const move = this.catalog[`move.${suffix}`];
    return (
      this.plain(`group.${suffix}`) ?? (typeof move === 'string' ? move : undefined) ?? this.word(String(value), member)
    );
  }

  /** Describes data without a text by its plain name and members. */
  private fallback(base: string, data: JsonObject): string {
    const plainMembers = Object.entries(data).filter(([, value]) => typeof value !== 'object');
    const described = plainMembers.map(([key, value]) =>
      key === 'do' ? this.word(String(value)) : `${humanize(key)} ${this.plainWord(value, key)}`,
    );
    // Such data comes from a newer server. Its members are no words of a language.
    const members = described.join(' · ');
    const name = humanize(base.split('.').slice(1).join(' '));
    if (base.startsWith('move.') && described.length > 0) return capital(members);
    return described.length > 0 ? `${name}: ${members}` : name;
  }

  private plainWord(value: Json, member: string): string {
    return typeof value === 'boolean' ? t(value ? 'play.yes' : 'play.no') : this.word(String(value), member);
  }

  private plain(key: string): string | undefined {
    const message = this.catalog[key];
    return message === undefined ? undefined : plainMessage(message);
  }

  private formats(key: string): Record<string, Format> {
    return {
      player: (value) => this.join(seats(value).map((seat) => [seat < 0 ? t('name.nobody') : { player: seat }])),
      word: (value, name) => [this.word(String(value), name)],
      words: (value) => this.join(names(value).map((name) => [this.word(name)])),
      counts: (value) => {
        const some = isObject(value) ? Object.entries(value).filter(([, n]) => typeof n === 'number' && n > 0) : [];
        if (some.length === 0) return [this.label('nothing', t('play.empty'))];
        return some.flatMap(([piece, n], i): Part[] => [...(i > 0 ? [' '] : []), { piece, count: Number(n) }]);
      },
      each: (value) => {
        const items = Array.isArray(value) ? value : [];
        return this.join(
          items.map((item: Json, seat) =>
            this.say(`${key}.each`, { seat, value: item, ...(isObject(item) ? item : {}) }),
          ),
        );
      },
      either: (value) => {
        const prefix = `${key.replace(/\.\w+=\w+$/, '')}.either.`;
        const wanted = names(value).map((name) => prefix + name);
        const known = Object.keys(this.catalog).filter((name) => name.startsWith(prefix) && wanted.includes(name));
        return this.join(
          known.map((name) => this.say(name)),
          'disjunction',
        );
      },
    };
  }

  private join(items: Part[][], type?: Intl.ListFormatType): Part[] {
    return joinList(items, this.language, type, this.nameOf);
  }
}

function special(base: string, values: JsonObject): string[] {
  return Object.entries(values)
    .filter(([, value]) => typeof value !== 'object')
    .map(([member, value]) => `${base}.${member}=${String(value)}`);
}

function seats(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).filter((seat) => typeof seat === 'number');
}

function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (!isObject(value)) return [];
  return Object.keys(value).filter((key) => value[key] !== 0);
}

/** Converts an identifier to words: `hutBuilt` and `hut_built` become "hut built". */
export function humanize(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase();
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence may begin with the word for a piece, such as “the desert”. */
export function sentence([first, ...rest]: Part[]): Part[] {
  return first === undefined ? [] : [typeof first === 'string' ? capital(first) : first, ...rest];
}
