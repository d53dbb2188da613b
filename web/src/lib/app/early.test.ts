import { expect, it, vi } from 'vitest';
import { Early } from './early';

it('passes on an early attempt once, with its failure', async () => {
  const fetch = vi.fn((key: string) => Promise.resolve(key));
  fetch.mockRejectedValueOnce(new Error('lost'));
  const parts = new Early(fetch);
  await expect(parts.begin('a')).resolves.toBe(false);
  await expect(parts.load('b')).resolves.toBe('b');
  await expect(parts.load('a')).rejects.toThrow('lost');
  await expect(parts.load('a')).resolves.toBe('a');
  expect(fetch.mock.calls).toEqual([['a'], ['b'], ['a']]);
});
