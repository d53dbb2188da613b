// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { routeOf } from './router.svelte';

it.each([
  ['/', { page: 'home' }],
  ['/t/abc', { page: 'table', id: 'abc' }],
  ['/t/abc?invite=x%2By', { page: 'table', id: 'abc', invite: 'x+y' }],
  ['/rules/chess', { page: 'rules', title: 'chess' }],
  ['/settings', { page: 'settings' }],
  ['/about', { page: 'about' }],
  ['/check', { page: 'check' }],
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
