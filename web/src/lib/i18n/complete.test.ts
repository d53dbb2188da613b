import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en';
import { nl } from './nl';
import { differingKeys } from './differing-keys';

it('has each English text in Dutch, with the same placeholders', () => {
  expect(differingKeys(en, nl)).toEqual([]);
});

// The Go sources list the texts that the server needs.
const root = join(import.meta.dirname, '../../../..');
const source = (folder: string): string =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe("the texts of the server's codes", () => {
  it('exist for every error code', () => {
    const codes = found(source('server/apperr'), /^\s+\w+\s+(?:Code\s+)?= "([a-z_]+)"/gm);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !(`error.${code}` in en))).toEqual([]);
  });
});
