import { expect, it } from 'vitest';

import { decodeRecord } from './record-text';

it.each([
  ['a stray byte', [0x7b, 0xff, 0x7d]],
  ['a stray continuation', [0x7b, 0x7d, 0x80]],
  ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['a text cut short', [0x22, 0xe2, 0x82]],
])('refuses bytes that are no UTF-8: %s', (_, bytes) => {
  expect(() => decodeRecord(new Uint8Array(bytes))).toThrow(TypeError);
});

it('keeps a byte order mark, which is refused later', () => {
  expect(decodeRecord(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toBe('\ufeff{}');
});
