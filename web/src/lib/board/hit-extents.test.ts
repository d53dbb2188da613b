import { expect, it } from 'vitest';
import { extentOf } from './hit-extents';
import { box, oval } from './svg-paths';

const near = (n: number): unknown => expect.closeTo(n);

it('knows the extent of an oval', () => {
  const extent = { left: near(80), top: near(20), right: near(120), bottom: near(80), least: near(40) };
  expect(extentOf(oval({ x: 100, y: 50 }, 20, 30))).toEqual(extent);
});

it('knows the extent of a rounded box, however round', () => {
  for (const r of [0, 12, 20]) {
    const extent = { left: near(80), top: near(20), right: near(120), bottom: near(80), least: near(40) };
    expect(extentOf(box({ x: 100, y: 50 }, 20, 30, r))).toEqual(extent);
  }
});

it.each([
  ['M10 -5L30 -5L30 15L10 15Z', [10, -5, 30, 15], 20],
  ['M10 -5l20 0 0 20-20 0z', [10, -5, 30, 15], 20],
  ['M690 18H984V336H690z', [690, 18, 984, 336], 294],
  ['M0 0h10v10h-10zM15 5h2v2h-2z', [0, 0, 17, 10], 10],
  ['M0 0C0 30 40 30 40 0S80 -30 80 0z', [0, -30, 80, 30], undefined],
  ['M0.5 1.25h1.5v-3z', [0.5, -1.75, 2, 1.25], undefined],
])('knows the extent of %s', (d, [left = 0, top = 0, right = 0, bottom = 0], least) => {
  const extent = extentOf(d);
  expect(extent).toMatchObject({ left, top, right, bottom });
  if (least !== undefined) expect(extent.least).toBeCloseTo(least);
});

it('refuses arcs, which it would measure wrongly', () => {
  expect(() => extentOf('M0 0a5 5 0 0 1 10 0z')).toThrow('command a');
});
