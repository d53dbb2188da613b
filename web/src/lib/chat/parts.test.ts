import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textParts } from './parts';

const names = ['Ada', 'Ada Lovelace', 'Ben'];

it('makes links of https addresses only, without the punctuation after them', () => {
  expect(textParts('see https://example.org/a?b=1, or http://example.org', names)).toEqual([
    { text: 'see ' },
    { link: 'https://example.org/a?b=1', host: 'example.org', text: 'https://example.org/a?b=1' },
    { text: ', or http://example.org' },
  ]);
  expect(textParts('(https://example.org/x)', names)[1]).toMatchObject({ text: 'https://example.org/x' });
});

it.each(['https://bank.example@evil.example/', 'javascript:alert(1)', 'https://', 'ftp://a.example', '<b>x</b>'])(
  'leaves %s as it is',
  (text) => expect(textParts(text, names)).toEqual([{ text }]),
);

it('shows the host of an address in other letters as the browser asks for it', () => {
  const [part] = textParts('https://аpple.example/', names);
  expect(part).toMatchObject({ host: 'xn--pple-43d.example' });
});

it('finds the longest name after an @', () => {
  expect(textParts('@ada lovelace and @Ben: hi @Bennie a@b', names)).toEqual([
    { mention: 'ada lovelace' },
    { text: ' and ' },
    { mention: 'Ben' },
    { text: ': hi @Bennie a@b' },
  ]);
});

const server = JSON.parse(readFileSync('../server/chat/testdata/mentions.json', 'utf8')) as {
  names: string[];
  cases: { text: string; found: string[] }[];
};
it.each(server.cases)('marks the mentions of the server in $text', ({ text, found }) => {
  const parts = textParts(text, server.names);
  expect(parts.flatMap((part) => ('mention' in part ? [part.mention] : []))).toEqual(found);
});
