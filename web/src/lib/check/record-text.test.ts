import { expect, it, vi } from 'vitest';

import { decodeRecord, readRecord } from './record-text';

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

it('reads no file that is larger than a record can be, or no UTF-8', async () => {
  const large = new File([], 'film.json');
  Object.defineProperty(large, 'size', { value: (64 << 20) + 1 });
  const read = vi.spyOn(large, 'arrayBuffer');
  await expect(readRecord(large)).rejects.toThrow(RangeError);
  expect(read).not.toHaveBeenCalled();
  await expect(readRecord(new File([new Uint8Array([0x7b, 0xff, 0x7d])], 'latin.json'))).rejects.toThrow(TypeError);
});
