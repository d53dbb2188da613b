import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { compileTexts } from '../../../compile-texts';
import { rawTexts, textFiles } from '../../dev/raw-texts';
import { placeholders, type Message } from './message';
import { nameParameters } from './named-keys.gen';
import { joinParts, sentenceParts, type Part } from './text';

const [en, nl] = ['en', 'nl'].map((one) => compileTexts(JSON.stringify(rawTexts('texts/*/client.json', one)), one)) as [
  Record<string, Message>,
  Record<string, Message>,
];

const plain = (parts: readonly Part[]): string => joinParts(parts, String, String);

describe('a sentence with names', () => {
  it('marks a name', () => {
    expect(sentenceParts(en['clock.over'] ?? '', { name: 'Rose' }, 'en')).toEqual([
      'The time of ',
      { name: 'Rose' },
      ' is up.',
    ]);
    expect(sentenceParts(nl['nudge.done'] ?? '', { name: 'Rose' }, 'nl')).toContainEqual({ name: 'Rose' });
  });

  it('marks each name of a list, with the forms for their number', () => {
    const waiting = (names: string[]): Part[] =>
      sentenceParts(en['pause.away'] ?? '', { names, n: names.length }, 'en');
    expect(waiting(['Rose'])).toEqual([{ name: 'Rose' }, ' ', 'is', ' on vacation.']);
    expect(waiting(['Rose', 'Mark'])).toEqual([
      { name: 'Rose' },
      ' and ',
      { name: 'Mark' },
      ' ',
      'are',
      ' on vacation.',
    ]);
    expect(plain(waiting(['Rose', 'Mark', 'Will']))).toBe('Rose, Mark, and Will are on vacation.');
    const dutch = sentenceParts(nl['pause.away'] ?? '', { names: ['Rose', 'Mark'], n: 2 }, 'nl');
    expect(dutch.slice(0, 3)).toEqual([{ name: 'Rose' }, ' en ', { name: 'Mark' }]);
  });

  it('marks two names, and the name of a title', () => {
    expect(sentenceParts(en['player.versus'] ?? '', { name: 'Rose', other: 'Mark' }, 'en')).toEqual([
      { name: 'Rose' },
      ' and ',
      { name: 'Mark' },
    ]);
    expect(sentenceParts(en['invitation.from'] ?? '', { name: 'Rose', title: 'Die Druiden' }, 'en')).toEqual([
      { name: 'Rose' },
      ' invites you to ',
      { name: 'Die Druiden' },
    ]);
  });

  it.each(['{n}', '{name} {n, plural, one {a} other {b}}', '<b>Rose</b>', '$&', 'nobody', ' Rose '])(
    'keeps the name %j as it is',
    (name) => {
      expect(sentenceParts(en['nudge.done'] ?? '', { name, n: 1 }, 'en')).toEqual([{ name }, ' gets a reminder.']);
    },
  );

  it('leaves out an empty name', () => {
    expect(sentenceParts(en['clock.over'] ?? '', { name: '' }, 'en')).toEqual(['The time of ', ' is up.']);
  });
});

/** The placeholders that have no name as value. A new placeholder for a name belongs to `nameParameters`. */
const others = new Set(
  (
    'address ago bank before bots color date device draws ends engine entries free from games hard high increment ' +
    'label last list low luck made max mean moves n needed percent place points print question reaction rules seat section seed seq ' +
    'status study text time to value version way weight what when zone'
  ).split(' '),
);

it('knows of each placeholder whether its value is a name', () => {
  const used = new Set(Object.values(en).flatMap((text) => placeholders(text)));
  expect([...used].filter((one) => !others.has(one) && !nameParameters.some((name) => name === one))).toEqual([]);
});

/** The words that change before a name with a certain first letter: d’Ada, qu’Ada; e Inés, u Olga. A sentence puts another word there. */
const changing: Readonly<Record<string, string>> = {
  es: 'y|o',
  fr: 'de|du|que|jusque|lorsque|puisque|quoique|le|la|ne|se|je|me|te',
};

it.each(Object.keys(changing))('no sentence of the language %s has a word that a name changes', (language) => {
  const name = `\\{(?:(?:${nameParameters.join('|')})\\}|\\w+, player)`;
  const faulty = new RegExp(`(?<!\\p{L})(?:${changing[language]}) ${name}`, 'iu');
  expect(faulty.test(`${changing[language]?.split('|')[0]} {seat, player}`)).toBe(true);
  const found = textFiles.flatMap((path) => Object.entries(rawTexts(path, language)));
  expect(found.filter(([, text]) => faulty.test(text)).map(([key]) => key)).toEqual([]);
});

const src = join(import.meta.dirname, '../..');
const hasName = (key: string): boolean =>
  placeholders(en[key] ?? '').some((one) => nameParameters.some((name) => name === one));

type Node = AST.BaseNode & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const named = (value: unknown): string => {
  if (!isNode(value)) return '';
  const { name, property } = value;
  return typeof name === 'string' ? name : named(property);
};

/** The calls that show a name as a plain text, as `line call`. Attributes, announcements and labels have no elements, so they may. */
function plainNames(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, allowed: boolean): void => {
    if (Array.isArray(node)) node.forEach((one) => visit(one, allowed));
    if (!isNode(node)) return;
    const call = node.type === 'CallExpression' ? named(node['callee']) : '';
    const [key] = (node['arguments'] ?? []) as { value?: unknown }[];
    const isPlain = call === 'spoken' || (call === 't' && typeof key?.value === 'string' && hasName(key.value));
    if (isPlain && !allowed) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push(`${line} ${source.slice(node.start, node.end).split(',')[0]}`);
    }
    const attribute = node.type === 'Attribute' && /^(aria-label|title|label|alt|share)$/.test(String(node['name']));
    const label = named(node['id']) === 'label';
    const inside = allowed || attribute || label || call === 'announce';
    for (const [member, value] of Object.entries(node)) if (member !== 'metadata') visit(value, inside);
  };
  const { fragment, instance, module } = parse(source, { modern: true });
  for (const part of [fragment, instance, module]) visit(part, false);
  return found;
}

describe('the components', () => {
  it('show names through Sentence only, which marks them', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'));
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.flatMap((file) => plainNames(readFileSync(join(src, file), 'utf8')).map((at) => `${file} ${at}`)),
    ).toEqual([]);
  });

  it.each([
    ["<p>{spoken('clock.over', { name })}</p>", 1],
    ["<p>{t('clock.over', { name })}</p>", 1],
    ["<script>const text = $derived(spoken('clock.over', { name }));</script>{text}", 1],
    ["<p aria-label={spoken('clock.over', { name })}><Sentence parts={sentence('clock.over', { name })} /></p>", 0],
    ["<script>announcer.announce(spoken('clock.over', { name }));</script>", 0],
  ])('are checked: %s', (source, faults) => {
    expect(plainNames(source)).toHaveLength(faults);
  });
});
