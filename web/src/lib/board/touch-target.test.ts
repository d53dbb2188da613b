import { describe, expect, it } from 'vitest';
import { leastWidth, touched, type TouchTarget } from './touch-target';

/** A square target around a middle, with the given side. */
function target(key: string, x: number, y: number, side: number, at: [number, number], legal = true) {
  const half = side / 2;
  const box = { left: x - half, top: y - half, right: x + half, bottom: y + half };
  const hit = at[0] >= box.left && at[0] <= box.right && at[1] >= box.top && at[1] <= box.bottom;
  return { key, legal, hit, least: side, box } satisfies TouchTarget<string>;
}

const touchedKey = (at: [number, number], ...targets: TouchTarget<string>[]): string | undefined =>
  touched({ x: at[0], y: at[1] }, targets)?.key;

describe('a touch', () => {
  it('means the legal target with the nearest middle if small ones overlap', () => {
    const at: [number, number] = [11, 10];
    expect(touchedKey(at, target('a', 8, 10, 20, at), target('b', 18, 10, 20, at))).toBe('a');
    const right: [number, number] = [15, 10];
    expect(touchedKey(right, target('a', 8, 10, 20, right), target('b', 18, 10, 20, right))).toBe('b');
  });

  it('means a small target on a large one, and a large target on top', () => {
    const at: [number, number] = [4, 0];
    expect(touchedKey(at, target('ground', 0, 0, 80, at), target('piece', 12, 0, 20, at))).toBe('piece');
    expect(touchedKey(at, target('piece', 3, 0, 20, at), target('lid', 30, 0, 80, at))).toBe('lid');
  });

  it('reaches a legal target near the finger, but none further away', () => {
    const at: [number, number] = [0, 0];
    expect(touchedKey(at, target('near', 30, 0, 20, at), target('far', -34, 0, 20, at))).toBe('near');
    expect(touchedKey(at, target('far', 33, 0, 20, at))).toBeUndefined();
  });

  it('means an illegal target if no legal one is near, or if it is large', () => {
    const at: [number, number] = [0, 0];
    const near = target('legal', 18, 0, 20, at);
    expect(touchedKey(at, target('small', 0, 0, 16, at, false), near)).toBe('legal');
    expect(touchedKey(at, target('small', 0, 0, 16, at, false))).toBe('small');
    expect(touchedKey(at, target('large', 0, 0, 50, at, false), target('legal', 34, 0, 20, at))).toBe('large');
  });
});

it('measures the smallest width of a slanting outline', () => {
  const slanting = [
    { x: 0, y: 0 },
    { x: 40, y: 40 },
    { x: 30, y: 50 },
    { x: -10, y: 10 },
  ];
  expect(leastWidth(slanting)).toBeCloseTo(Math.hypot(10, 10));
});
