import { describe, expect, it } from 'vitest';
import { chart } from './chart';

const box = { width: 100, height: 50, mark: 12 };
const steps = [
  { seq: 0, points: [5, 5] },
  { seq: 5, points: [5, 10] },
  { seq: 10, points: [20, 10] },
];

describe('the chart of points', () => {
  it('draws steps from the start to the last entry', () => {
    const { lines } = chart(steps, 20, box);
    expect(lines[0]?.path).toBe('M0 37.5H25V37.5H50V0H100');
    expect(lines[1]?.end).toEqual({ x: 100, y: 25 });
  });

  it('has round levels from 0 to above the maximum', () => {
    expect(chart(steps, 20, box).levels.map(({ points }) => points)).toEqual([0, 5, 10, 15, 20]);
    const dear = [{ seq: 1, points: [131] }];
    expect(chart(dear, 1, box).levels.map(({ points }) => points)).toEqual([0, 50, 100, 150]);
  });

  it('keeps the labels at the line ends apart, in order and inside', () => {
    const close = [{ seq: 1, points: [10, 9, 10, 0] }];
    const at = chart(close, 1, box).lines.map(({ mark }) => mark.y);
    expect(at).toEqual([0, 24, 12, 50]);
    const low = [{ seq: 1, points: [10, 0, 0, 0] }];
    expect(chart(low, 1, box).lines.map(({ mark }) => mark.y)).toEqual([0, 26, 38, 50]);
  });

  it('is empty without points', () => {
    expect(chart([], 0, box).lines).toEqual([]);
  });
});
