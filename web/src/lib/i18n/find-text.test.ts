import { describe, expect, it } from 'vitest';
import { compileTexts } from '../../../compile-texts';
import { languageCodes, rawTexts } from '../../dev/raw-texts';
import { findTexts, type TextFile } from './find-text';
import { fillTemplate, joinParts, type Language } from './text';

const fileOf = (texts: Record<string, string>, file = 'client'): TextFile => ({
  file,
  texts: compileTexts(JSON.stringify(texts), 'de'),
});

const keys = (text: string, at: number | undefined, ...files: TextFile[]): string[] =>
  findTexts([{ text, at }], files).map(({ file, key }) => `${file} ${key}`);

describe('findTexts', () => {
  const texts = fileOf({
    hut: 'Hütte',
    build: '{name} baut {n, plural, one {# Hütte} other {# Hütten}} auf {land}.',
    play: 'Spielen',
    card: 'Spielen',
    question: 'Noch einmal spielen?',
    nothing: '{a} · {b}',
    empty: '',
    kind: '{kind, select, hut {eine Hütte} other {ein {kind}}} bauen',
    marks: 'Punkte (ohne *)',
  });

  it('finds a message with its placeholders filled, and the word at the place', () => {
    const shown = 'Ada (2) baut 3 Hütten auf dem Gebirge.';
    expect(keys(shown, 10, texts)).toEqual(['client build']);
    expect(keys('Ada baut 1 Hütte auf Eis.', 12, texts)).toEqual(['client build', 'client hut']);
    expect(keys('Ada baut 1 Hütte auf Eis.', 20, texts)).toEqual(['client build']);
  });

  it('offers all texts that are the same, of all files', () => {
    expect(keys('Spielen', 2, texts, fileOf({ act: 'Spielen' }, 'meduris'))).toEqual([
      'client play',
      'client card',
      'meduris act',
    ]);
  });

  it('finds one of several texts in an element by the place of the press', () => {
    const shown = 'Noch einmal spielen? Ein Bett bauen Hütte';
    expect(keys(shown, 3, texts)[0]).toBe('client question');
    expect(keys(shown, shown.indexOf('Bett'), texts)[0]).toBe('client kind');
    expect(keys(shown, shown.length - 2, texts)).toEqual(['client hut']);
  });

  it('finds nothing in names, numbers and parts of words', () => {
    for (const shown of ['Ada · Ben', '12', 'Hüttendorf', '']) expect(keys(shown, 0, texts)).toEqual([]);
  });

  it('takes signs of patterns as they are', () => {
    expect(keys('Punkte (ohne *)', 0, texts)).toEqual(['client marks']);
  });

  it.each(languageCodes)(
    'finds every text of %s without placeholders among the best, and with them as well',
    (code) => {
      const raw = rawTexts('texts/*/client.json', code);
      const compiled = compileTexts(JSON.stringify(raw), code);
      const files = [{ file: 'client', texts: compiled }];
      const some = Object.entries(compiled).filter((_, i) => i % 20 === 0);
      const lost = some.filter(([key, message]) => {
        const values = new Proxy({}, { get: (_, name) => (name === 'n' ? 3 : 'Ada') });
        const text = joinParts(fillTemplate(message, values, code as Language), String, String)
          .replace(/\s+/g, ' ')
          .trim();
        if (!/\p{L}{2}/u.test(text.replaceAll('Ada', ''))) return false;
        const same = findTexts([{ text, at: 0 }], files);
        return !same.some((each) => each.key === key);
      });
      expect(lost.map(([key]) => key)).toEqual([]);
    },
  );
});
