import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en as medurisEn } from '../../games/meduris/en';
import { nl as medurisNl } from '../../games/meduris/nl';
import { en } from './en';
import { placeholders } from './message';
import { nl } from './nl';

type Messages = Readonly<Record<string, string>>;

const catalogues: [string, Messages, Messages][] = [
  ['the frame', en, nl],
  ['meduris', medurisEn, medurisNl],
];

describe.each(catalogues)('%s', (_, english, dutch) => {
  it('says in Dutch whatever it says in English, and nothing else', () => {
    expect(Object.keys(dutch).sort()).toEqual(Object.keys(english).sort());
  });

  it('uses the same placeholders in both', () => {
    const unlike = Object.keys(english).filter((key) => {
      const used = (text: string | undefined): string => [...new Set(placeholders(text ?? ''))].sort().join(' ');
      return used(english[key]) !== used(dutch[key]);
    });
    expect(unlike).toEqual([]);
  });
});

// What the server may say is written in its sources.
const root = join(import.meta.dirname, '../../../..');
const source = (folder: string): string =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('the words of the server', () => {
  it('has a sentence for every error code', () => {
    const codes = found(source('server/apperr'), /^\s+\w+\s+(?:Code\s+)?= "([a-z_]+)"/gm);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !(`error.${code}` in en))).toEqual([]);
  });

  it('has words for every event and decision of Meduris', () => {
    const go = source('engine/meduris');
    const events = found(go, /EventName\(\) string \{ return "(\w+)" \}/g);
    const kinds = found(go, /^\s+Kind\w+\s+= "(\w+)"/gm);
    expect(events.length).toBeGreaterThan(20);
    expect(kinds.length).toBe(6);
    const wanted = [
      ...events.map((name) => `event.${name}`),
      ...kinds.flatMap((kind) => [`decision.${kind}`, `decision.${kind}.other`]),
    ];
    expect(wanted.filter((key) => !(key in medurisEn))).toEqual([]);
  });

  it('has words for every member of the view of Meduris', () => {
    const view = readFileSync(join(root, 'engine/meduris/view.go'), 'utf8');
    const members = found(view, /json:"(\w+)/g).filter((name) => name !== 'counter' && name !== 'waiting');
    expect(members.filter((name) => !(`view.${name}` in medurisEn))).toEqual([]);
  });
});
