import { describe, expect, it } from 'vitest';
import { cornerFor, lensFactor, lensWidth, shiftFor } from './lens';

describe('the lens', () => {
  it.each([
    [
      { x: 0.1, y: 0.1 },
      { left: false, top: false },
    ],
    [
      { x: 0.9, y: 0.1 },
      { left: true, top: false },
    ],
    [
      { x: 0.1, y: 0.9 },
      { left: false, top: true },
    ],
    [
      { x: 0.9, y: 0.9 },
      { left: true, top: true },
    ],
  ])('is in the corner opposite to %o', (at, corner) => {
    expect(cornerFor(at)).toEqual(corner);
  });

  it('never covers the magnified point', () => {
    for (let x = 0; x <= 1; x += 0.05)
      for (let y = 0; y <= 1; y += 0.05) {
        const { left, top } = cornerFor({ x, y });
        const inside = (left ? x < lensWidth : x > 1 - lensWidth) && (top ? y < lensWidth : y > 1 - lensWidth);
        expect(inside, `${x}, ${y}`).toBe(false);
      }
  });

  it('centers the magnified point', () => {
    const at = { x: 0.3, y: 0.8 };
    const shift = shiftFor(at, 1.5);
    expect(at.x * lensFactor * 1.5 + shift.x).toBeCloseTo(lensWidth / 2);
    expect(at.y * lensFactor * 1.5 + shift.y).toBeCloseTo(lensWidth / 2);
  });
});
