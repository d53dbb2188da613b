// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { compileMessage } from '../../../compile-texts';
import { placeholders } from './message';
import {
  fillTemplate as fillMessage,
  joinList,
  joinParts,
  languages,
  type Format,
  type Language,
  type Part,
} from './text';

const fillTemplate = (
  text: string,
  values: Record<string, unknown>,
  language: Language,
  formats?: Record<string, Format>,
): Part[] => fillMessage(compileMessage(text, language), values, language, formats);

const words = (parts: Part[]): string =>
  joinParts(
    parts,
    (seat) => `<${seat}>`,
    (piece) => piece,
  );

describe('fill', () => {
  it('fills in words and numbers', () => {
    expect(words(fillTemplate('{name} has {n} points', { name: 'Ada', n: 1200 }, 'en'))).toBe('Ada has 1,200 points');
    expect(words(fillTemplate('{n} punten', { n: 1200 }, 'nl'))).toBe('1.200 punten');
  });

  it.each([
    [0, 'en', '0 huts'],
    [1, 'en', '1 hut'],
    [-1, 'en', '−1 hut'],
    [2, 'en', '2 huts'],
    [1, 'nl', '1 hut'],
  ] as const)('takes the form for %i in %s', (n, language, want) => {
    expect(words(fillTemplate('{n} {n, plural, one {hut} other {huts}}', { n }, language))).toBe(want);
  });

  it('takes the form for the length of a list', () => {
    const player = (value: unknown): Part[] => [`seats ${String(value)}`];
    const fill = (winners: number[]): string =>
      words(
        fillTemplate('{winners, player} {winners, plural, one {wint} other {winnen}}', { winners }, 'nl', { player }),
      );
    expect(fill([1])).toBe('seats 1 wint');
    expect(fill([0, 2])).toBe('seats 0,2 winnen');
  });

  it('leaves out missing values', () => {
    expect(words(fillTemplate('a {x}b', {}, 'en'))).toBe('a b');
  });

  it('passes values to their formats', () => {
    const player = (value: unknown): Part[] => [{ player: Number(value) }];
    expect(fillTemplate('{seat, player} plays', { seat: 2 }, 'en', { player })).toEqual([{ player: 2 }, ' plays']);
  });
});

it('names the placeholders of a template', () => {
  const message = compileMessage('{a} {b, word} {c, plural, one {x {d}} other {y}} {a}', 'en');
  expect(placeholders(message)).toEqual(['a', 'b', 'c', 'd']);
});

describe('numbers', () => {
  const numbers = [0, 1, 2, 11, 21, 101, 999, 1000, 1234567, -1, -5, 1.5];

  it.each(Object.keys(languages) as Language[])('are written as the language does: %s', (language) => {
    for (const n of numbers) {
      expect(fillTemplate('{n}', { n }, language)).toEqual([
        new Intl.NumberFormat(language).format(n).replace('-', '−'),
      ]);
      const kind = new Intl.PluralRules(language).select(n);
      const cases = new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.map((form) => `${form} {${form}}`);
      expect(fillTemplate(`{n, plural, ${cases.join(' ')}}`, { n }, language)).toEqual([kind]);
    }
  });
});

describe('a list', () => {
  it.each([
    ['en', ['Ada', 'Inés'], 'Ada and Inés'],
    ['es', ['Inés', 'Ada'], 'Inés y Ada'],
    ['es', ['Ada', 'Ben', 'Inés'], 'Ada, Ben e Inés'],
    ['es', ['Ada', 'Íñigo'], 'Ada e Íñigo'],
    ['es', ['Ada', 'Hilda'], 'Ada e Hilda'],
    ['es', ['Ada', 'Hielo'], 'Ada y Hielo'],
    ['it', ['Ada', 'Ines'], 'Ada e Ines'],
    ['fr', ['Ada', ''], 'Ada et '],
  ] as const)('joins words as the language does: %s %j', (language, items, want) => {
    const list = (parts: readonly Part[]): string =>
      words(
        joinList(
          parts.map((part) => [part]),
          language,
        ),
      );
    expect(list(items)).toBe(want);
    expect(list(items.map((name) => ({ name })))).toBe(want);
  });

  it('joins choices, players and pieces', () => {
    expect(words(joinList([['siete'], ['ocho', ' puntos']], 'es', 'disjunction'))).toBe('siete u ocho puntos');
    expect(words(joinList([[{ piece: 'wood', count: 7 }], [{ piece: 'wood', count: 8 }]], 'es', 'disjunction'))).toBe(
      '7 wood u 8 wood',
    );
    const players: Part[][] = [[{ player: 0 }], [], [{ player: 1 }, ' gana']];
    expect(words(joinList(players, 'es'))).toBe('<0>,  y <1> gana');
    const nameOf = (seat: number): string => ['Ada', 'Íñigo'][seat] ?? '';
    expect(words(joinList(players, 'es', 'conjunction', nameOf))).toBe('<0>,  e <1> gana');
  });
});

describe('the compiler of messages', () => {
  it.each([
    ['fr', '{n, plural, one {# jeu} other {# jeux}}', /many/],
    ['en', '{n, plural, one {a} few {b} other {c}}', /few/],
    ['en', '{n, plural, one {a}}', /other/],
    ['en', '{n, plural, offset:1 one {a} other {b}}', /offset/],
    ['en', '{n', /./],
  ])('refuses in %s: %s', (language, text, fault) => {
    expect(() => compileMessage(text, language)).toThrow(fault);
  });

  it('knows exact forms, selects, and the number', () => {
    const text = '{n, plural, =0 {none} one {# hut} other {# huts}} of {what, select, wood {wood} other {stone}}';
    expect(fillTemplate(text, { n: 0, what: 'wood' }, 'en').join('')).toBe('none of wood');
    expect(fillTemplate(text, { n: 7, what: 'x' }, 'en').join('')).toBe('7 huts of stone');
  });
});
