import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../lib/i18n/text';

const root = join(import.meta.dirname, '../../..');

/** The texts of a file as translators write them. The path is relative to the repository, with `*` for the language. */
export function rawTexts(path: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, path.replace('*', language)), 'utf8')) as Record<string, string>;
}

/** The files that each language has: the common ones, and one for each title. */
export const textFiles: readonly string[] = [
  ...['client', 'server', 'admin'].map((name) => `texts/*/${name}.json`),
  ...readdirSync(join(root, 'web/src/games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `web/src/games/${name}/texts/*.json`),
];

export const languageCodes = Object.keys(languages);
