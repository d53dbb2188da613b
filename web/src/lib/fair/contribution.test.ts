import { expect, it } from 'vitest';
import { contribute } from './contribution';

it('generates contributions of 32 random bytes', () => {
  const made = Array.from({ length: 20 }, contribute);
  expect(new Set(made).size).toBe(20);
  for (const hex of made) expect(hex).toMatch(/^[0-9a-f]{64}$/);
});
