/** The outlines of the spots for highlighting, hit testing and keyboard navigation. */
import { oval } from '../../../lib/board/svg-paths';
import type { Spot as Drawn } from '../../../lib/board/spots';
import {
  materials,
  onField,
  plateauPosition,
  slabDepth,
  slotOf,
  stockPosition,
  workerPosition,
  type Point,
} from '../board/layout';
import { cut } from '../board/rough-shapes';
import type { View } from '../types.gen';
import { keyOf, type Spot } from './targets';

/** A spot with its outlines. */
export interface SpotShape extends Drawn {
  spot: Spot;
  middle: Point;
}

/** The outline of a worker. */
function figure({ x, y }: Point): string {
  return `M${x - 23} ${y + 3}c-3-8-1-18 3-27 2-5 4-8 5-13 1-14 8-25 15-25s14 11 15 25c1 5 3 8 5 13 4 9 6 19 3 27-8 6-38 6-46 0z`;
}

function upright({ x, y }: Point, half: number, up: number, down: number): string {
  return `M${x - half} ${y - up}h${2 * half}v${up + down}h${-2 * half}z`;
}

function fieldShape(fields: number, field: number, half: number, out: number, inner: number): string {
  const across = [-half, -half / 2, 0, half / 2, half];
  return cut([
    ...across.map((along) => onField(fields, field, along, out)),
    ...across.map((along) => onField(fields, field, -along, -inner)),
  ]);
}

/** All spots, the ground before the workers on it. */
export function spotShapes(view: View): SpotShape[] {
  const fields = view.fields.length;
  const edge = 0.5 - 2 / slotOf(fields);
  const ground = materials.flatMap((material): Omit<SpotShape, 'key'>[] => {
    const at = plateauPosition(material);
    const stock = stockPosition(material);
    return [
      {
        spot: { is: 'plateau', material },
        look: 'dashed',
        middle: at,
        glow: oval(at, 98, 60),
        hit: oval(at, 104, 66) + upright(at, 36, 140, 0),
      },
      {
        spot: { is: 'stock', material },
        look: 'dashed',
        middle: stock,
        glow: oval({ x: stock.x, y: stock.y + 4 }, 54, 40),
        hit: oval(stock, 58, 46),
      },
    ];
  });
  const ring = view.fields.map((_, field) => ({
    spot: { is: 'field' as const, field },
    middle: onField(fields, field),
    glow: fieldShape(fields, field, edge, slabDepth, slabDepth),
    hit: fieldShape(fields, field, 0.5, slabDepth + 34, slabDepth + 16),
  }));
  const workers = materials.flatMap((material) =>
    view.plateaus[material].map((_, i) => {
      const foot = workerPosition(material, i + 1);
      return {
        spot: { is: 'worker' as const, material, height: i + 1 },
        look: 'bare' as const,
        middle: { x: foot.x, y: foot.y - 28 },
        glow: figure(foot),
        hit: upright(foot, 34, i + 1 === view.plateaus[material].length ? 66 : 50, 4),
      };
    }),
  );
  return [...ground, ...ring, ...workers].map((shape) => ({ ...shape, key: keyOf(shape.spot) }));
}

/** The nearest spot in the direction of an arrow key, with a penalty for the angle. */
export function nextSpot(shapes: readonly SpotShape[], from: SpotShape, key: string): SpotShape | undefined {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return undefined;
  const [wx = 0, wy = 0] = way;
  let best: { shape: SpotShape; far: number } | undefined;
  for (const shape of shapes) {
    const dx = shape.middle.x - from.middle.x;
    const dy = shape.middle.y - from.middle.y;
    const along = dx * wx + dy * wy;
    const off = Math.abs(dx * wy - dy * wx);
    if (shape.key === from.key || along < 6 || off > along * 2) continue;
    const far = along + off * 2;
    if (!best || far < best.far) best = { shape, far };
  }
  return best?.shape;
}
