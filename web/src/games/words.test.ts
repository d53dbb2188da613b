import { describe, expect, it } from 'vitest';
import type { TextCatalog } from './contract';

/** The names in a title that its texts must cover. `make generate` writes them from the Go types. */
interface TextKeys {
  events: string[];
  decisions: string[];
  reasons: string[];
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

describe.each(Object.entries(generated))('the texts for %s', (path, keys) => {
  const texts = catalogs[path.replace('keys.gen.json', 'texts/en.json')] ?? {};
  const missing = (names: string[]): string[] => names.filter((name) => !(name in texts));

  it('cover every event', () => {
    expect(keys.events).not.toEqual([]);
    expect(missing(keys.events.map((name) => `event.${name}`))).toEqual([]);
  });

  it('cover every decision, for the reader and for others', () => {
    expect(missing(keys.decisions.flatMap((kind) => [`decision.${kind}`, `decision.${kind}.other`]))).toEqual([]);
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
