/** The outline of a cluster of leaves: an uneven ellipse of scallops. */
export function cluster(x: number, y: number, rx: number, ry: number, scallops: number): string {
  const corner = (i: number): string => {
    const turn = ((i % scallops) / scallops) * 2 * Math.PI;
    const uneven = 1 + 0.07 * Math.sin((i % scallops) * 2.7 + x);
    return `${Math.round(x + Math.cos(turn) * rx * uneven)} ${Math.round(y + Math.sin(turn) * ry * uneven)}`;
  };
  const step = (Math.PI * (rx + ry)) / scallops;
  const arc = Math.round(step * 0.62);
  const arcs = Array.from({ length: scallops }, (_, i) => `A${arc} ${arc} 0 0 1 ${corner(i + 1)}`);
  return `M${corner(0)}${arcs.join('')}z`;
}
