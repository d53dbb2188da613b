import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en';

// What the title may say is written in its sources.
const folder = join(import.meta.dirname, '../../../../engine/druids');
const go = readdirSync(folder)
  .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('the words of Die Druiden', () => {
  it('are there for every event and decision', () => {
    const events = found(go, /EventName\(\) string \{ return "(\w+)" \}/g);
    const kinds = found(go, /^\s+Kind\w+\s+= "(\w+)"/gm);
    expect(events.length).toBeGreaterThan(20);
    expect(kinds.length).toBe(11);
    const wanted = [
      ...events.map((name) => `event.${name}`),
      ...kinds.flatMap((kind) => [`decision.${kind}`, `decision.${kind}.other`]),
    ];
    expect(wanted.filter((key) => !(key in en))).toEqual([]);
  });

  it('are there for every reason', () => {
    const reasons = found(readFileSync(join(folder, 'reason.go'), 'utf8'), /return "(\w+)"/g);
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((key) => !(`reason.${key}` in en))).toEqual([]);
  });

  it('are there for every member of the view', () => {
    const view = readFileSync(join(folder, 'view.go'), 'utf8');
    const members = found(view, /json:"(\w+)/g).filter((name) => name !== 'waiting');
    expect(members.filter((name) => !(`view.${name}` in en))).toEqual([]);
  });
});
