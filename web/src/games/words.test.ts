import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextCatalog } from './contract';

/** The names in a title that its texts must cover. `make generate` writes them from the Go types. */
interface TextKeys {
  events: string[];
  decisions: string[];
  reasons: string[];
  /** Of moves. Without a function `effects`, each has a text. */
  effects: string[];
  /** Of the view, nested ones included. */
  members: string[];
}

const catalogs: Record<string, TextCatalog> = import.meta.glob('./*/texts/en.json', {
  eager: true,
  import: 'default',
});
const generated: Record<string, TextKeys> = import.meta.glob('./*/keys.gen.json', { eager: true, import: 'default' });

/** Members that no layout shows by name. */
const unnamed = ['waiting'];

/** The code in folders of the client, without tests and generated files. */
const codeIn = (...folders: string[]): string =>
  folders
    .map((folder) => join(import.meta.dirname, '..', folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(svelte|ts)$/.test(file) && !/\.(test|gen)\.ts$/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    )
    .join('\n');

const shared = codeIn('lib', 'pages');

/** The keys that code asks for by their whole names. */
const namedIn = (code: string): string[] =>
  [...code.matchAll(/\b(?:(?:texts|say)\.(?:format|label)|say)\(\s*'([\w.=-]+)'/g)].map((match) => match[1] ?? '');

/** Reports whether a title has a function that words its effects. */
const wordsEffects = (path: string): boolean => {
  const index = join(import.meta.dirname, path.replace('keys.gen.json', 'index.ts'));
  return /^ {2}effects,$/m.test(readFileSync(index, 'utf8'));
};

/** The groups of keys whose names are values of the game or of the table; `games/contract.ts` explains them. */
const valueGroups = ['word', 'option', 'term', 'goal', 'source', 'about', 'nothing'];

describe.each(Object.entries(generated))('the texts for %s', (path, keys) => {
  const texts = catalogs[path.replace('keys.gen.json', 'texts/en.json')] ?? {};
  const missing = (names: string[]): string[] => names.filter((name) => !(name in texts));

  it('are all used', () => {
    const code = shared + codeIn(path.replace('./', 'games/').replace('/keys.gen.json', ''));
    const exact = new Set([...code.matchAll(/['"`]([\w.=-]+)['"`]/g)].map((match) => match[1]));
    // Keys that are put together, such as `effect.production${how}`.
    const patterns = [...code.matchAll(/`((?:[\w.=-]|\$\{[^`}]*\})+)`/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => key.includes('${') && /[a-z]{2}/i.test(key.replace(/\$\{[^}]*\}/g, '')))
      .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.*')}$`));
    const groups: Record<string, string[]> = {
      ...{ event: keys.events, moment: keys.events, reason: keys.reasons, view: keys.members },
      ...(wordsEffects(path) ? {} : { effect: keys.effects }),
      ...{ decision: keys.decisions, first: keys.decisions, move: keys.decisions, group: keys.decisions },
    };
    const unused = Object.keys(texts).filter((key) => {
      // A suffix selects a more specific text, or the text of an item.
      const base = key.split(/\.\w+=|\.each$|\.either\.|\.less$/)[0] ?? '';
      const [group = '', name = ''] = base.split('.');
      if (valueGroups.includes(group) || groups[group]?.includes(name)) return false;
      return ![key, base].some((one) => exact.has(one) || patterns.some((pattern) => pattern.test(one)));
    });
    expect(unused).toEqual([]);
  });

  it('have each key that the code names', () => {
    expect(missing(namedIn(codeIn(path.replace('./', 'games/').replace('/keys.gen.json', ''))))).toEqual([]);
  });

  it('cover every event', () => {
    expect(keys.events).not.toEqual([]);
    expect(missing(keys.events.map((name) => `event.${name}`))).toEqual([]);
  });

  it('cover every decision, for the reader and for others', () => {
    expect(missing(keys.decisions.flatMap((kind) => [`decision.${kind}`, `decision.${kind}.other`]))).toEqual([]);
  });

  it('cover every effect, unless the title words its effects itself', () => {
    if (!wordsEffects(path)) expect(missing(keys.effects.map((kind) => `effect.${kind}`))).toEqual([]);
  });

  it('cover every reason', () => {
    expect(missing(keys.reasons.map((name) => `reason.${name}`))).toEqual([]);
  });

  it('cover every member of the view', () => {
    const names = keys.members.filter((name) => !unnamed.includes(name));
    expect(names).not.toEqual([]);
    expect(missing(names.map((name) => `view.${name}`))).toEqual([]);
  });
});

it('finds the texts and the generated keys of the same titles', () => {
  const folders = (paths: Record<string, unknown>): string[] =>
    Object.keys(paths).map((path) => path.split('/')[1] ?? '');
  expect(folders(generated)).toEqual(folders(catalogs));
});

it('finds the keys that code names', () => {
  const named = Object.keys(generated).flatMap((path) => namedIn(codeIn(`games/${path.split('/')[1] ?? ''}`)));
  expect(named).not.toEqual([]);
});
