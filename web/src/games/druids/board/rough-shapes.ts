/** Irregular outlines that look hand-cut. They come from fixed seeds, so that they are the same on all screens. */
import type { Point } from './layout';

/** Returns a pseudorandom number from 0 to 1 that depends only on both arguments. */
export function noise(seed: number, i: number): number {
  const n = Math.sin(seed * 127.1 + i * 311.7) * 43758.5453;
  return n - Math.floor(n);
}

const n1 = (n: number): string => String(Math.round(n * 10) / 10);

/** The corners of an irregular round stone. */
export function boulder({ x, y }: Point, rx: number, ry: number, seed: number, corners = 13, rough = 0.1): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const turn = ((i + (noise(seed, i + 50) - 0.5) * 0.5) / corners) * 2 * Math.PI;
    const far = 1 - rough * noise(seed, i);
    return { x: x + rx * far * Math.cos(turn), y: y + ry * far * Math.sin(turn) };
  });
}

/** A closed path through points with rounded corners. */
export function worn(points: readonly Point[]): string {
  const mid = (i: number): Point => {
    const [a, b] = [points[i % points.length], points[(i + 1) % points.length]];
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 };
  };
  const start = mid(points.length - 1);
  const curves = points.map((corner, i) => `Q${n1(corner.x)} ${n1(corner.y)} ${n1(mid(i).x)} ${n1(mid(i).y)}`);
  return `M${n1(start.x)} ${n1(start.y)}${curves.join('')}Z`;
}

export function shifted(points: readonly Point[], dx: number, dy: number): Point[] {
  return points.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
}

/** Tufts of grass over a ring of the clearing, as one path. */
export function tufts(middle: Point, near: number, far: number, count: number, seed: number): string {
  return Array.from({ length: count }, (_, i) => {
    const turn = noise(seed, i) * 2 * Math.PI;
    const r = near + (far - near) * Math.sqrt(noise(seed + 1, i));
    const h = 5 + 6 * noise(seed + 2, i);
    return `M${n1(middle.x + r * Math.sin(turn))} ${n1(middle.y - r * Math.cos(turn))}q-2-${n1(h / 2)}-4-${n1(h)}m4 ${n1(h)}q0-${n1(h / 2)} 1-${n1(h + 2)}m-1 ${n1(h + 2)}q2-${n1(h / 2)} 5-${n1(h - 1)}`;
  }).join('');
}
