import { expect, it } from 'vitest';
import { mergePaths } from '../../merge-paths.ts';

const styles = '.a.x { fill: red; } .b.x { stroke-width: 4; }';
const merged = (drawing: string): string => mergePaths(drawing, styles, 100);
const square = (paint: string, x: number): string => `<path class="${paint} x" d="M${x} 0h10v10h-10z"/>`;

it('joins shapes of one paint', () => {
  expect(merged(square('a', 0) + square('a', 20) + square('a', 40))).toBe(
    '<path class="a x" d="M0 0h10v10h-10zM20 0h10v10h-10zM40 0h10v10h-10z"/>',
  );
});

it('keeps the order of shapes that overlap, also by their strokes', () => {
  expect(merged(square('a', 0) + square('c', 40) + square('a', 20))).toBe(
    '<path class="a x" d="M0 0h10v10h-10zM20 0h10v10h-10z"/><path class="c x" d="M40 0h10v10h-10z"/>',
  );
  for (const above of [square('a', 5), square('c', 5) + square('a', 12), square('b', 11) + square('a', 22)])
    expect(merged(square('a', 0) + above).match(/class="a x"/g)).toHaveLength(2);
});

it('moves and scales shapes with their groups, and keeps the paint of the groups', () => {
  expect(merged(`<g class="x" transform="translate(5 6)">${square('a', 0)}</g>`)).toBe(
    '<g class="x"><path class="a x" d="M5 6h10v10h-10z"/></g>',
  );
  const token = `<svg viewBox="0 0 10 10"><circle class="c" cx="5" cy="5" r="5"/></svg>`;
  const at = (x: number) => `<svg x="${x}" y="10" width="20" height="20" overflow="visible">${token}</svg>`;
  expect(merged(at(0) + at(40))).toBe(
    '<g transform="scale(2)"><path class="c" d="M10 10a5 5 0 0 1-10 0 5 5 0 0 1 10 0zM30 10a5 5 0 0 1-10 0 5 5 0 0 1 10 0z"/></g>',
  );
});

it('keeps paint in attributes, and the room that its stroke needs', () => {
  const line = (x: number): string => `<path fill="none" stroke-width="4" d="M${x} 0h10"/>`;
  const between = '<rect x="11.500" width="1" height="1"/>';
  expect(merged(line(0) + line(20))).toBe('<path fill="none" stroke-width="4" d="M0 0h10M20 0h10"/>');
  expect(merged(line(0) + between + line(10)).match(/<path/g)).toHaveLength(3);
});

it('draws rectangles and turned ellipses as paths', () => {
  expect(merged('<rect class="r" x="10" y="20" width="30" height="40" rx="5"/>')).toBe(
    '<path class="r" d="M15 20h20a5 5 0 0 1 5 5v30a5 5 0 0 1-5 5h-20a5 5 0 0 1-5-5v-30a5 5 0 0 1 5-5z"/>',
  );
  expect(merged('<ellipse cx="5" cy="5" rx="4" ry="2" transform="rotate(90 5 5)"/>')).toBe(
    '<path d="M5 9a4 2 90 0 1 0-8 4 2 90 0 1 0 8z"/>',
  );
});

it('refuses what it does not know', () => {
  expect(() => merged('<text>1</text>')).toThrow('unknown shape: text');
  expect(() => merged('<g transform="skewX(3)"><path d="M0 0"/></g>')).toThrow('unknown transform');
});
