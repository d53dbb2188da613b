import { leastWidth, type Point } from './touch-target';

/** The extent of a hit area in board units: the box around it, and its smallest width. */
export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
  least: number;
}

export type MeasuredPath = Pick<SVGGeometryElement, 'getTotalLength' | 'getPointAtLength'>;

/** A path with relative commands alone after its start. It has the same shape wherever it starts. */
const relative = /^M(-?[\d.]+) (-?[\d.]+)([a-z][^A-Z]*)$/;
/** A path of straight edges between absolute positions. */
const polygon = /^M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)+Z?$/;

/** The extents of hit areas. A shape is measured once, although a board has it in many places. */
export class HitExtents {
  /** The extents of shapes, relative to their start. */
  private readonly known = new Map<string, Extent>();

  /** `measured` returns a path element for path data. The measurement of an element of the page would make the browser lay out the page at once. */
  constructor(private readonly measured: (d: string) => MeasuredPath = detached) {}

  /** The extent of the hit area with this path data. */
  of(d: string): Extent {
    const [, x = '0', y = '0', shape = d] = relative.exec(d) ?? [];
    const at = { x: Number(x), y: Number(y) };
    let extent = this.known.get(shape);
    if (!extent) {
      const outline = polygon.test(d) ? corners(d) : samplesOf(this.measured(d));
      extent = moved(around(outline), { x: -at.x, y: -at.y });
      this.known.set(shape, extent);
    }
    return moved(extent, at);
  }
}

function detached(d: string): MeasuredPath {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  return path;
}

/** This is the number of points along an outline that are measured. */
const samples = 48;

function samplesOf(path: MeasuredPath): Point[] {
  const length = path.getTotalLength();
  return Array.from({ length: samples }, (_, i) => path.getPointAtLength((length * i) / samples));
}

function corners(path: string): Point[] {
  const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? 0 }] : []));
}

function around(points: readonly Point[]): Extent {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
    least: leastWidth(points),
  };
}

function moved({ left, top, right, bottom, least }: Extent, { x, y }: Point): Extent {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y, least };
}
