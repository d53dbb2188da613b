import { expect, it } from 'vitest';
import { HitExtents, type MeasuredPath } from './hit-extents';
import { oval } from './svg-paths';

/** Measures an oval as a circle with the radius and the left end of its path data, and counts the measurements. */
function circles(): { extents: HitExtents; measured: string[] } {
  const measured: string[] = [];
  const extents = new HitExtents((d) => {
    measured.push(d);
    const [left = 0, y = 0, r = 0] = (d.match(/-?[\d.]+/g) ?? []).map(Number);
    return {
      getTotalLength: () => 2 * Math.PI * r,
      getPointAtLength: (length) =>
        ({ x: left + r + r * Math.cos(length / r), y: y + r * Math.sin(length / r) }) as DOMPoint,
    } satisfies MeasuredPath;
  });
  return { extents, measured };
}

it('measures a shape once, wherever it is', () => {
  const { extents, measured } = circles();
  const [first, second, larger] = [
    oval({ x: 100, y: 50 }, 20, 20),
    oval({ x: 300.5, y: -7 }, 20, 20),
    oval({ x: 100, y: 50 }, 30, 30),
  ];
  const near = (n: number): unknown => expect.closeTo(n);
  const { least, ...box } = extents.of(first);
  expect(box).toEqual({ left: near(80), top: near(30), right: near(120), bottom: near(70) });
  expect(least).toBeCloseTo(40, 0);
  expect(extents.of(second)).toEqual({
    left: near(280.5),
    top: near(-27),
    right: near(320.5),
    bottom: near(13),
    least,
  });
  expect(extents.of(larger)).toMatchObject({ left: near(70), right: near(130) });
  expect(measured).toEqual([first, larger]);
});

it('reads positions with many digits', () => {
  const { extents, measured } = circles();
  const [first, second] = [oval({ x: 1000 / 3, y: 2000 / 7 }, 20, 20), oval({ x: 5000 / 7, y: 1000 / 9 }, 20, 20)];
  expect(extents.of(first).left).toBeCloseTo(1000 / 3 - 20);
  expect(extents.of(second).top).toBeCloseTo(1000 / 9 - 20);
  expect(measured).toEqual([first]);
});

it('does not take a path with several absolute parts for a shape that moved', () => {
  const { extents, measured } = circles();
  const paths = ['M0 0h10v10h-10zM5 5h2v2h-2z', 'M20 0h10v10h-10zM5 5h2v2h-2z'];
  for (const path of paths) extents.of(path);
  expect(measured).toEqual(paths);
});

it('computes the extent of straight edges from their corners', () => {
  const { extents, measured } = circles();
  const square = { left: 10, top: -5, right: 30, bottom: 15, least: expect.closeTo(20) as unknown };
  expect(extents.of('M10 -5L30 -5L30 15L10 15Z')).toEqual(square);
  expect(measured).toEqual([]);
});
