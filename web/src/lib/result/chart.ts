/** A position in the chart. */
interface At {
  x: number;
  y: number;
}

/** A chart in a box of `width` by `height`. */
interface Chart {
  lines: { seat: number; path: string; end: At; mark: At }[];
  /** The horizontal grid lines. */
  levels: { points: number; y: number }[];
}

/** The points of all seats after an entry. */
export interface Step {
  seq: number;
  points: readonly number[];
}

/** The inner box, and the minimum distance of the markers at the line ends. */
interface Box {
  width: number;
  height: number;
  mark: number;
}

/** Computes step lines up to entry `last`. */
export function chart(steps: readonly Step[], last: number, { width, height, mark }: Box): Chart {
  const seats = steps[0]?.points.length ?? 0;
  const most = Math.max(1, ...steps.flatMap(({ points }) => points));
  const least = Math.min(0, ...steps.flatMap(({ points }) => points));
  const gap = spacing(most - least);
  const top = Math.ceil(most / gap) * gap;
  const x = (seq: number): number => round((seq / Math.max(1, last)) * width);
  const y = (points: number): number => round(height - ((points - least) / (top - least)) * height);
  const ends = spread(
    Array.from({ length: seats }, (_, seat) => y(steps.at(-1)?.points[seat] ?? 0)),
    mark,
    height,
  );
  const lines = Array.from({ length: seats }, (_, seat) => {
    const way = steps.map(({ seq, points }, i) => {
      const at = `${x(seq)} ${y(points[seat] ?? 0)}`;
      return i === 0 ? `M${at}` : `H${x(seq)}V${y(points[seat] ?? 0)}`;
    });
    const end = { x: width, y: y(steps.at(-1)?.points[seat] ?? 0) };
    return { seat, path: `${way.join('')}H${width}`, end, mark: { x: width, y: ends[seat] ?? end.y } };
  });
  const levels = [];
  for (let points = Math.ceil(least / gap) * gap; points <= top; points += gap) levels.push({ points, y: y(points) });
  return { lines, levels };
}

/** A round distance for about four grid lines. */
function spacing(range: number): number {
  const rough = range / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
}

/** Separates overlapping markers. Their order stays, and all stay inside the box. */
function spread(at: readonly number[], apart: number, height: number): number[] {
  const order = at.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  order.forEach((one, k) => {
    const above = order[k - 1];
    if (above) one.y = Math.max(one.y, above.y + apart);
  });
  for (let k = order.length - 1, low = height; k >= 0; k--, low -= apart) {
    const one = order[k];
    if (one) one.y = Math.min(one.y, low);
  }
  const placed = [...at];
  for (const { y, i } of order) placed[i] = y;
  return placed;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
