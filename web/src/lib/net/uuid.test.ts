import { expect, it } from 'vitest';
import { uuid } from './uuid';

it('generates random UUIDs of version 4', () => {
  const made = Array.from({ length: 50 }, uuid);
  expect(new Set(made).size).toBe(50);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
