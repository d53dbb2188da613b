import { expect, it } from 'vitest';
import { movedPath } from '../../path-data.ts';

const relative = (d: string) => movedPath(d).d;

it('writes path data with relative coordinates', () => {
  expect(relative('M10 20L15 18.5 15 30H12V0Z')).toBe('m10 20l5-1.5 0 11.5h-3v-30z');
  expect(relative('M1 2Q3 4 5 6Q7 8 9 10')).toBe('m1 2q2 2 4 4 2 2 4 4');
  expect(relative('M1 1C2 2 3 3 4 4s1 0 1 1')).toBe('m1 1c1 1 2 2 3 3s1 0 1 1');
  expect(relative('M5 5A15 10 0 0 1-10 5a2 2 0 1 0 4 0')).toBe('m5 5a15 10 0 0 1-15 0 2 2 0 1 0 4 0');
});

it('keeps the current point exact, and returns to the start of a closed part', () => {
  expect(relative('M.1.2L.3.4zL0 0')).toBe('m.1 .2l.2 .2zl-.1-.2');
  expect(relative('m1 1 2 2M5 5')).toBe('m1 1l2 2m2 2');
});

it('moves all parts of a path', () => {
  expect(movedPath('M1 2l3 4M5 6H7', { x: 10, y: -2 }).d).toBe('m11 0l3 4m1 0h2');
  expect(movedPath('m1 2q1 1 2 2m1 1', { x: 10, y: 0.5 }).d).toBe('m11 2.5q1 1 2 2m1 1');
});

it('knows a box around the path', () => {
  expect(movedPath('M1 2L5 6H9', { x: 10, y: 20 }).box).toEqual({ left: 11, top: 22, right: 19, bottom: 26 });
  const around = (d: string): number[] => Object.values(movedPath(d).box).map((n) => Math.round(n * 10) / 10);
  expect(around('M0 0A5 5 0 0 1 10 0'), 'half a circle').toEqual([0, -5, 10, 5]);
  expect(around('M10 5a5 5 0 0 1-5 5'), 'a quarter to the lower left').toEqual([0, 0, 10, 10]);
  expect(around('M10 5a5 5 0 1 0-5 5'), 'the other way around').toEqual([0, 0, 10, 10]);
  expect(around('M10 5a5 5 0 0 0-5 5'), 'a quarter around the corner').toEqual([5, 5, 15, 15]);
  expect(around('M0 0a1 1 0 0 1 10 0'), 'radii that are too small').toEqual([0, -5, 10, 5]);
  expect(around('M0 0a2 5 90 0 1 10 0'), 'a turned ellipse').toEqual([0, -2, 10, 2]);
});

it('refuses broken data', () => {
  expect(() => relative('M0')).toThrow('broken path data');
  expect(() => relative('M0 0X1')).toThrow('broken path data');
});
