import { describe, expect, it } from 'vitest';
import { maxScale, moved, fullView, zoomed } from './zoom';

describe('zoom', () => {
  it('keeps the point under the fingers in place', () => {
    const viewport = zoomed(fullView, 2, { x: 100, y: 60 }, 400);
    expect(viewport).toEqual({ scale: 2, x: -100, y: -60 });
  });

  it('stays between the whole picture and the maximum', () => {
    expect(zoomed(fullView, 0.5, { x: 10, y: 10 }, 400)).toEqual(fullView);
    expect(zoomed(fullView, 99, { x: 10, y: 10 }, 400).scale).toBe(maxScale);
  });

  it('stays inside the picture', () => {
    const viewport = zoomed(fullView, 2, { x: 0, y: 0 }, 400);
    expect(moved(viewport, 50, -900, 400)).toEqual({ scale: 2, x: 0, y: -400 });
    expect(moved(fullView, 30, 30, 400)).toEqual(fullView);
  });
});
