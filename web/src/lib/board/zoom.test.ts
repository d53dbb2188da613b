import { describe, expect, it } from 'vitest';
import { most, moved, whole, zoomed } from './zoom';

describe('zooming', () => {
  it('keeps the point under the fingers where it is', () => {
    const sight = zoomed(whole, 2, { x: 100, y: 60 }, 400);
    expect(sight).toEqual({ scale: 2, x: -100, y: -60 });
  });

  it('never shows less than the whole nor more than the most', () => {
    expect(zoomed(whole, 0.5, { x: 10, y: 10 }, 400)).toEqual(whole);
    expect(zoomed(whole, 99, { x: 10, y: 10 }, 400).scale).toBe(most);
  });

  it('does not leave the picture', () => {
    const sight = zoomed(whole, 2, { x: 0, y: 0 }, 400);
    expect(moved(sight, 50, -900, 400)).toEqual({ scale: 2, x: 0, y: -400 });
    expect(moved(whole, 30, 30, 400)).toEqual(whole);
  });
});
