// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { ruleIdsIn } from '../../rules-markdown';
import { languages } from '../lib/i18n/text';
import { loaders } from './catalog';

const inApp = import.meta.glob<string>('./*/rules/*.md', { eager: true, query: '?raw', import: 'default' });
const documents = import.meta.glob<string>('../../../docs/rules/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The ids that a rules document defines: each begins an item. */
const defined = (document: string): string[] =>
  [...document.matchAll(/^- \[([A-Z]\d+[a-z]?)\]/gm)].map(([, id = '']) => id);

describe.each(Object.keys(loaders))('the rules of %s', (title) => {
  const ids = defined(documents[`../../../docs/rules/${title}.md`] ?? '').sort();

  it.each(Object.keys(languages))('have the same ids in %s', (language) => {
    expect(ruleIdsIn(inApp[`./${title}/rules/${language}.md`] ?? '').sort()).toEqual(ids);
  });
});

it('reads documents with ids', () => {
  for (const document of Object.values(documents)) expect(defined(document).length).toBeGreaterThan(15);
  expect(Object.keys(documents).length).toBeGreaterThan(2);
});
