import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTexts } from '../../../compile-texts';
import { languageCodes, rawTexts, textFiles } from '../../dev/raw-texts';
import { placeholders, type Message, type Node } from './message';

/** The formats of a message's placeholders, such as `seat, player`. */
function formats(message: Message): string[] {
  const of = (node: Node): string[] => {
    if (typeof node === 'string') return [];
    const [name, more] = node;
    if (typeof more === 'object') return Object.values(more).flatMap((form) => form.flatMap(of));
    return more === undefined ? [] : [`${name}, ${more}`];
  };
  return typeof message === 'string' ? [] : message.flatMap(of);
}

/** A translation has the same placeholders. It may choose by one that English shows, but never shows it in another way. */
function fits(english: Message, translated: Message): boolean {
  const names = (message: Message): string => placeholders(message).sort().join(' ');
  const known = formats(english);
  return names(english) === names(translated) && formats(translated).every((format) => known.includes(format));
}

// A new language is one folder in `texts`, two files in each title, and one line in `texts/languages.json`. This lists what it still needs.
describe.each(languageCodes)('the language %s', (language) => {
  it.each(textFiles)('has each English text with the same placeholders, and each plural form, in %s', (path) => {
    const [english, texts] = ['en', language].map((one) => compileTexts(JSON.stringify(rawTexts(path, one)), one)) as [
      Record<string, Message>,
      Record<string, Message>,
    ];
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    expect(Object.keys(english).filter((key) => !fits(english[key] ?? '', texts[key] ?? ''))).toEqual([]);
  });

  it('has the rules of each title', () => {
    const root = join(import.meta.dirname, '../../games');
    const titles = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = titles.filter(
      ({ name }) => !readdirSync(join(root, name, 'rules')).some((file) => file.startsWith(`${language}.`)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

const root = join(import.meta.dirname, '../../../..');
const english = rawTexts('texts/*/client.json', 'en');

describe('the common texts', () => {
  it('are all used', () => {
    const folder = join(root, 'web/src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(svelte|ts)$/.test(file) && !/\.(test|gen)\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    const exact = new Set<string | undefined>(
      ['app.noscript', 'push.fallback', ...sources.matchAll(/'([\w.]+)'/g)].map((match) => match[1]),
    );
    // Keys that are put together, such as `error.${code}`.
    const patterns = [
      ...new Set([...sources.matchAll(/`(?=[^`]*\.)([\w.]*(?:\$\{[^`}]*\}[\w.]*)+)`/g)].map((match) => match[1] ?? '')),
    ].map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`));
    const unused = Object.keys(english).filter((key) => !exact.has(key) && !patterns.some((one) => one.test(key)));
    expect(unused).toEqual([]);
  });

  it('have one for every error code', () => {
    // The Go sources list the codes.
    const source = readdirSync(join(root, 'server/apperr'))
      .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
      .map((name) => readFileSync(join(root, 'server/apperr', name), 'utf8'))
      .join('\n');
    const codes = [...source.matchAll(/^\s+\w+\s+(?:Code\s+)?= "([a-z_]+)"/gm)].map((match) => match[1] ?? '');
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !(`error.${code}` in english))).toEqual([]);
  });
});
