// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { routeOf, signInPath } from './route';

it.each([
  ['/', { page: 'home' }],
  ['/t/abc', { page: 'table', id: 'abc' }],
  ['/t/abc?invite=x-_y', { page: 'table', id: 'abc', invite: 'x-_y' }],
  ['/rules/chess', { page: 'rules', title: 'chess' }],
  ['/replay/abc?seq=12&eyes=1', { page: 'replay', id: 'abc', seq: 12, eyes: 1 }],
  ['/replay/abc?eyes=open&together=ab12cd34', { page: 'replay', id: 'abc', eyes: 'open', group: 'ab12cd34' }],
  ['/replay/abc?eyes=-1&together=AB', { page: 'replay', id: 'abc' }],
  ['/settings', { page: 'settings', problem: '' }],
  ['/settings?problem=way_taken', { page: 'settings', problem: 'way_taken' }],
  ['/about', { page: 'about' }],
  ['/check', { page: 'check' }],
  ['/circle', { page: 'circle' }],
  ['/link#a%2Fb', { page: 'link', code: 'a/b' }],
  ['/seat/abc#1.2.x', { page: 'claim', id: 'abc', code: '1.2.x' }],
  ['/seat', { page: 'missing' }],
  ['/t', { page: 'missing' }],
  ['/t/a/b', { page: 'missing' }],
  ['/what', { page: 'missing' }],
  ['/%', { page: 'missing' }],
])('reads %s', (path, want) => {
  expect(routeOf(new URL(path, 'http://x'))).toEqual(want);
});

const id = '0197c2a4-7f00-7abc-8def-0123456789ab';
const code = 'AbCdEfGhIjKlMnOpQrSt-_';
const damage = [
  ...[
    '.',
    ')',
    ',',
    '!',
    '"',
    '>',
    '/',
    ' ',
    ';',
    ':',
    "'",
    ']',
    '}',
    '»',
    '”',
    '’',
    '…',
    '?',
    '*',
    '_',
    '-',
    '.)',
    '">',
    '>.',
    '/)',
  ],
  ...[
    '%20',
    '%22',
    '%3E',
    '%2522',
    '&gt;',
    '&quot;',
    '&nbsp;',
    '\u200b',
    '\ufeff',
    '\u2060',
    '%E2%80%8B',
    '%0A',
    '）',
    '。',
    '%',
    '">here</a>',
    ').%20Bye',
  ],
];
it.each(damage)('reads links that end with %j', (end) => {
  const read = (path: string) => routeOf(new URL(path + end, 'http://x'));
  expect(read(`/t/${id}?invite=${code}`)).toEqual({ page: 'table', id, invite: code });
  expect(read(`/seat/${id}#2.${code}`)).toEqual({ page: 'claim', id, code: `2.${code}` });
  expect(read(`/p/${id}?with=${id}`)).toEqual({ page: 'player', id, other: id });
  expect(read(`/t/${id}`)).toMatchObject({ page: 'table', id });
  expect(read(`/p/${id}`)).toMatchObject({ page: 'player', id });
});

it.each(['/', `/t/${id}?invite=${code}`, '/approve#ABCD-EFGH', '/settings'])(
  'leads back to %s after a sign-in',
  (back) => {
    expect(routeOf(new URL(signInPath(back, '?guest=g'), 'http://x'))).toMatchObject({
      page: 'sign-in',
      guest: 'g',
      back,
    });
  },
);

it.each([
  '//other.example/',
  '/\\other.example/',
  '/\t/other.example/',
  'https://other.example/',
  'javascript:void 0',
  '',
])('leads to no other server, such as %j', (back) => {
  expect(routeOf(new URL(signInPath(back), 'http://x'))).toMatchObject({ page: 'sign-in', back: '/' });
});

it.each([
  [`/t/${id.toUpperCase()}?invite=${code}`, { page: 'table', id, invite: code }],
  [`/t/${id}?invite=%3C${code}%3E`, { page: 'table', id, invite: code }],
  [`/t/${id}%3Finvite=${code}`, { page: 'table', id, invite: code }],
  [`/t/${id}/?invite=${code}`, { page: 'table', id, invite: code }],
  [`/seat/${id}%23${`3.${code}`}`, { page: 'claim', id, code: `3.${code}` }],
  [`/t/${id}?invite=${code.slice(0, 9)}%E2%80%8B${code.slice(9)}`, { page: 'table', id, invite: code }],
  ['/Rules/Meduris,', { page: 'rules', title: 'meduris' }],
  ['/check).', { page: 'check' }],
  ['/settings>', { page: 'settings', problem: '' }],
  ['/)', { page: 'home' }],
])('reads %s', (path, want) => {
  expect(routeOf(new URL(path, 'http://x'))).toEqual(want);
});
