import { expect, it, vi } from 'vitest';
import { visibleLength } from './visible-length';

it.each([
  ['Ada', 3],
  ['Zoe\u0308', 3],
  ['👨🏽\u200d👩🏿\u200d👧', 1],
  ['नी', 1],
  ['👍🏽', 1],
  [' Ada ', 3],
])('counts the visible characters of %j', (text, want) => expect(visibleLength(text)).toBe(want));

it('counts without a segmenter, too', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  expect([visibleLength('Zoe\u0308'), visibleLength('नी'), visibleLength('👍🏽')]).toEqual([3, 1, 1]);
});
