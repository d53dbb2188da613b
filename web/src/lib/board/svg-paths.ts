/** Centered SVG paths in board units. */

interface Middle {
  x: number;
  y: number;
}

/** The distance of a control point for a quarter of a circle of radius 1. */
const round = 0.5523;

/** An ellipse of four curves. */
export function oval({ x, y }: Middle, rx: number, ry: number): string {
  const [cx, cy] = [rx * round, ry * round];
  return `M${x - rx} ${y}c0 ${-cy} ${rx - cx} ${-ry} ${rx} ${-ry}s${rx} ${ry - cy} ${rx} ${ry}s${cx - rx} ${ry} ${-rx} ${ry}s${-rx} ${cy - ry} ${-rx} ${-ry}z`;
}

/** A rounded rectangle with half width, half height and corner radius. */
export function box({ x, y }: Middle, halfWide: number, halfHigh: number, r = 12): string {
  const [w, h] = [2 * (halfWide - r), 2 * (halfHigh - r)];
  return `M${x - halfWide + r} ${y - halfHigh}h${w}q${r} 0 ${r} ${r}v${h}q0 ${r} ${-r} ${r}h${-w}q${-r} 0 ${-r} ${-r}v${-h}q0 ${-r} ${r} ${-r}z`;
}
