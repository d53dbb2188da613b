import { expect, it } from 'vitest';
import { relativePath } from '../../path-data.ts';

it('writes path data with relative coordinates', () => {
  expect(relativePath('M10 20L15 18.5 15 30H12V0Z')).toBe('m10 20l5-1.5 0 11.5h-3v-30z');
  expect(relativePath('M1 2Q3 4 5 6Q7 8 9 10')).toBe('m1 2q2 2 4 4 2 2 4 4');
  expect(relativePath('M1 1C2 2 3 3 4 4s1 0 1 1')).toBe('m1 1c1 1 2 2 3 3s1 0 1 1');
});

it('keeps the current point exact, and returns to the start of a closed part', () => {
  expect(relativePath('M.1.2L.3.4zL0 0')).toBe('m.1 .2l.2 .2zl-.1-.2');
  expect(relativePath('m1 1 2 2M5 5')).toBe('m1 1l2 2m2 2');
});

it('leaves arcs as they are, and refuses broken data', () => {
  expect(relativePath('M0 0A15 15 0 0 0 1 1')).toBe('M0 0A15 15 0 0 0 1 1');
  expect(() => relativePath('M0')).toThrow('broken path data');
});
