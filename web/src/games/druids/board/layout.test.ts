import { describe, expect, it } from 'vitest';
import { fixtures } from '../dev/fixture';
import { figureSpots, gatheredSpot, needed, nicheSpot, size, spirits, stoneSpot, type Point } from './layout';
import { readView } from './view';

const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function nearest(points: readonly Point[]): number {
  return Math.min(...points.flatMap((a, i) => points.slice(i + 1).map((b) => far(a, b))));
}

describe('the places of the board', () => {
  it('keep stones, niches and hollows apart and on the board', () => {
    const stones = Array.from({ length: 36 }, (_, stone) => stoneSpot(stone));
    const niches = spirits.map((spirit) => nicheSpot(spirit));
    const hollows = Array.from({ length: needed }, (_, i) => gatheredSpot(i));
    expect(nearest(stones)).toBeGreaterThan(96);
    expect(nearest(niches)).toBeGreaterThan(44);
    expect(nearest(hollows)).toBeGreaterThan(40);
    for (const { x, y } of [...stones, ...niches]) {
      expect(Math.min(x, y, size - x, size - y)).toBeGreaterThan(45);
    }
  });

  it.each(Object.entries(fixtures))('give each figure one of its own: %s', (_, { view }) => {
    const sight = readView(view);
    const spots = sight ? [...figureSpots(sight).values()] : [];
    expect(spots.length).toBe(sight?.figures.length);
    expect(nearest(spots)).toBeGreaterThan(30);
  });
});
