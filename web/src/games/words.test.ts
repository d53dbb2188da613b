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
  /** Of the view, each with the names of all members inside it. */
  members: Record<string, string[]>;
}

const catalogs: Record<string, TextCatalog> = import.meta.glob('./*/texts/en.json', {
  eager: true,
  import: 'default',
});
const generated: Record<string, TextKeys> = import.meta.glob('./*/keys.gen.json', { eager: true, import: 'default' });

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

/** The names of members that the generic layout shows: those that the title neither hides nor covers by its own layout, with all inside them. */
function namedMembers(own: string, members: TextKeys['members']): string[] {
  const covered = /covers: \[([^\]]*)\]/.exec(own)?.[1] ?? '';
  const leftOut = (name: string): boolean =>
    covered.includes(`'${name}'`) || new RegExp(`\\b${name}: 'hidden'`).test(own);
  const shown = Object.entries(members).flatMap(([name, inside]) => (leftOut(name) ? [] : [name, ...inside]));
  return [...new Set(shown)];
}

/** The groups of keys whose names are values of the game or of the table; `games/contract.ts` explains them. */
const valueGroups = ['word', 'option', 'term', 'goal', 'source', 'about', 'nothing'];

describe.each(Object.entries(generated))('the texts for %s', (path, keys) => {
  const texts = catalogs[path.replace('keys.gen.json', 'texts/en.json')] ?? {};
  const own = codeIn(path.replace('./', 'games/').replace('/keys.gen.json', ''));
  const named = namedMembers(own, keys.members);
  const missing = (names: string[]): string[] => names.filter((name) => !(name in texts));

  it('are all used', () => {
    const code = shared + own;
    const exact = new Set([...code.matchAll(/['"`]([\w.=-]+)['"`]/g)].map((match) => match[1]));
    // Keys that are put together, such as `effect.production${how}`.
    const patterns = [...code.matchAll(/`((?:[\w.=-]|\$\{[^`}]*\})+)`/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => key.includes('${') && /[a-z]{2}/i.test(key.replace(/\$\{[^}]*\}/g, '')))
      .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.*')}$`));
    const groups: Record<string, string[]> = {
      ...{ event: keys.events, moment: keys.events, reason: keys.reasons },
      ...(wordsEffects(path) ? {} : { effect: keys.effects }),
      ...{ decision: keys.decisions, first: keys.decisions, move: keys.decisions, group: keys.decisions },
    };
    const unused = Object.keys(texts).filter((key) => {
      // A suffix selects a more specific text, or the text of an item.
      const base = key.split(/\.\w+=|\.each$|\.either\.|\.less$/)[0] ?? '';
      const [group = '', name = ''] = base.split('.');
      if (valueGroups.includes(group) || groups[group]?.includes(name)) return false;
      // The generic layout puts these keys together.
      if (group === 'view') return !named.includes(name) && !exact.has(key);
      return ![key, base].some((one) => exact.has(one) || patterns.some((pattern) => pattern.test(one)));
    });
    expect(unused).toEqual([]);
  });

  it('have each key that the code names', () => {
    expect(missing(namedIn(own))).toEqual([]);
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

  it('cover every member of the view that the generic layout shows', () => {
    expect(named).not.toEqual([]);
    expect(missing(named.map((name) => `view.${name}`))).toEqual([]);
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
