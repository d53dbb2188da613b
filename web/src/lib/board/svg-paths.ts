/** Centered SVG paths in board units. */

interface Middle {
  x: number;
  y: number;
}

export function oval({ x, y }: Middle, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** A rounded rectangle with half width, half height and corner radius. */
export function box({ x, y }: Middle, halfWide: number, halfHigh: number, r = 12): string {
  const [w, h] = [2 * (halfWide - r), 2 * (halfHigh - r)];
  return `M${x - halfWide + r} ${y - halfHigh}h${w}q${r} 0 ${r} ${r}v${h}q0 ${r} ${-r} ${r}h${-w}q${-r} 0 ${-r} ${-r}v${-h}q0 ${-r} ${r} ${-r}z`;
}
