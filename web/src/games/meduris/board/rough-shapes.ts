/** Irregular outlines that look hand-cut. They come from fixed seeds, so that they are the same on all screens. */
import type { Point } from './track';

/** Returns a seeded random number generator with values from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** An uneven ring of points; `rough` is the maximum deviation as a share of the radius. */
export function shape(x: number, y: number, rx: number, ry: number, seed: number, rough = 0.05, n = 26): Point[] {
  const random = seededRandom(seed);
  const phase = random() * 7;
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    const wave = Math.sin(angle * 3 + phase) * 0.4 + Math.sin(angle * 5 + phase * 2) * 0.25;
    const stray = 1 + rough * (wave + random() - 0.5);
    return { x: x + rx * stray * Math.cos(angle), y: y + ry * stray * Math.sin(angle) };
  });
}

const n1 = (n: number): string => String(Math.round(n * 10) / 10);

/** A closed path through points with straight edges. */
export function cut(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${n1(x)} ${n1(y)}`).join('L')}Z`;
}

/** An open path through points with straight edges. */
export function line(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${n1(x)} ${n1(y)}`).join('L')}`;
}

/** Moves each point at random by up to `by` units in each direction. */
export function stray(points: readonly Point[], by: number, seed: number): Point[] {
  const random = seededRandom(seed);
  return points.map(({ x, y }) => ({ x: x + (random() - 0.5) * 2 * by, y: y + (random() - 0.5) * 2 * by }));
}

/** The visible south side of a body with this outline: the outline extruded downwards by `height`. */
export function cliff(points: readonly Point[], height: number): string {
  return points
    .map((a, i) => {
      const b = points[(i + 1) % points.length] ?? a;
      // The outline is clockwise, so an edge that goes west belongs to the front.
      return b.x < a.x ? cut([a, b, { x: b.x, y: b.y + height }, { x: a.x, y: a.y + height }]) : '';
    })
    .join('');
}

/** Cracks on the side of such a body. */
export function cracks(points: readonly Point[], height: number, seed: number): string {
  const random = seededRandom(seed);
  let d = '';
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    if (b.x >= a.x) return;
    for (let at = random() * 9; at < a.x - b.x; at += 7 + random() * 13) {
      const share = at / (a.x - b.x);
      const y = a.y + (b.y - a.y) * share;
      const long = height * (0.35 + random() * 0.6);
      d += `M${n1(a.x - at)} ${n1(y + 1)}l${n1(random() * 3 - 1.5)} ${n1(long / 2)} ${n1(random() * 4 - 2)} ${n1(long / 2)}`;
    }
  });
  return d;
}

/** Short strokes spread over an ellipse; `mark` draws each from its position. */
export function strewn(
  { x, y }: Point,
  rx: number,
  ry: number,
  count: number,
  seed: number,
  mark: (random: () => number) => string,
): string {
  const random = seededRandom(seed);
  let d = '';
  for (let i = 0; i < count; i++) {
    const angle = random() * 2 * Math.PI;
    const far = Math.sqrt(random());
    d += `M${n1(x + rx * far * Math.cos(angle))} ${n1(y + ry * far * Math.sin(angle))}${mark(random)}`;
  }
  return d;
}
