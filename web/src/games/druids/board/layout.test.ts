import { describe, expect, it } from 'vitest';
import { fixtures } from '../dev/fixture';
import {
  figurePositions,
  gatheredPosition,
  needed,
  nichePosition,
  size,
  spirits,
  stonePosition,
  type Point,
} from './layout';
import { readView } from './view';

const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function nearest(points: readonly Point[]): number {
  return Math.min(...points.flatMap((a, i) => points.slice(i + 1).map((b) => far(a, b))));
}

describe('the positions on the board', () => {
  it('keep stones, niches and hollows apart and inside the board', () => {
    const stones = Array.from({ length: 36 }, (_, stone) => stonePosition(stone));
    const niches = spirits.map((spirit) => nichePosition(spirit));
    const hollows = Array.from({ length: needed }, (_, i) => gatheredPosition(i));
    expect(nearest(stones)).toBeGreaterThan(96);
    expect(nearest(niches)).toBeGreaterThan(44);
    expect(nearest(hollows)).toBeGreaterThan(40);
    for (const { x, y } of [...stones, ...niches]) {
      expect(Math.min(x, y, size - x, size - y)).toBeGreaterThan(45);
    }
  });

  it.each(Object.entries(fixtures))('differ for all figures: %s', (_, { view }) => {
    const model = readView(view);
    const spots = model ? [...figurePositions(model).values()] : [];
    expect(spots.length).toBe(model?.figures.length);
    expect(nearest(spots)).toBeGreaterThan(30);
  });
});
