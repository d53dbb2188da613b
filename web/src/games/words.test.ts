import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextCatalog } from './contract';

const catalogs: Record<string, TextCatalog> = import.meta.glob('./*/en.ts', { eager: true, import: 'en' });
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

// The Go sources list the texts that a title needs.
describe.each(Object.entries(catalogs))('the texts of %s', (path, en) => {
  const folder = join(import.meta.dirname, '../../../engine', path.split('/')[1] ?? '');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const go = readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map(read)
    .join('\n');
  const missing = (keys: string[]): string[] => keys.filter((key) => !(key in en));

  it('exist for every event and decision', () => {
    const events = found(go, /EventName\(\) string \{ return "(\w+)" \}/g);
    const kinds = found(go, /^\s+Kind\w+\s+= "(\w+)"/gm);
    expect(events.length).toBeGreaterThan(15);
    expect(kinds.length).toBeGreaterThan(4);
    expect(missing(events.map((name) => `event.${name}`))).toEqual([]);
    expect(missing(kinds.flatMap((kind) => [`decision.${kind}`, `decision.${kind}.other`]))).toEqual([]);
  });

  it('exist for every reason', () => {
    const reasons = found(read('reason.go'), /return "(\w+)"/g);
    expect(reasons.length).toBeGreaterThan(10);
    expect(missing(reasons.map((name) => `reason.${name}`))).toEqual([]);
  });

  it('exist for every member of the view', () => {
    const members = found(read('view.go'), /json:"(\w+)/g).filter((name) => name !== 'waiting');
    expect(members.length).toBeGreaterThan(20);
    expect(missing(members.map((name) => `view.${name}`))).toEqual([]);
  });
});

it('finds all titles', () => {
  expect(Object.keys(catalogs).length).toBeGreaterThanOrEqual(3);
});
