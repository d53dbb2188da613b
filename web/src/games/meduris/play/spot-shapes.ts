/** The outlines of the spots for highlighting, hit testing and keyboard navigation. */
import { oval } from '../../../lib/board/svg-paths';
import type { Spot as Drawn } from '../../../lib/board/spots';
import {
  materials,
  diePosition,
  druidPosition,
  onField,
  plateauPosition,
  rimBand,
  runePosition,
  scoreMarks,
  screenPosition,
  slabDepth,
  slotOf,
  stockNumberPosition,
  stockPosition,
  workerPosition,
  type Point,
} from '../board/layout';
import { cut } from '../board/rough-shapes';
import type { View } from '../types.gen';
import { keyOf, type Spot } from './targets';

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
    // The number is above the heap, or at its foot.
    const above = stockNumberPosition(material).y < stock.y;
    return [
      {
        spot: { is: 'plateau', material } as const,
        look: 'dashed',
        middle: at,
        glow: oval(at, 98, 60),
        hit: oval(at, 104, 66) + upright(at, 36, 140, 0),
      },
      {
        spot: { is: 'stock', material },
        look: 'dashed',
        middle: stock,
        glow: oval({ x: stock.x, y: stock.y + (above ? -10 : 4) }, 54, above ? 46 : 40),
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
  return [...under(), ...ground, ...ring, ...workers, ...pieces(view)].map((shape) => ({
    ...shape,
    key: keyOf(shape.spot),
  }));
}

/** The ground that is never chosen: the score track and the river. Pieces and choices lie over it. */
function under(): Omit<SpotShape, 'key'>[] {
  return [
    { spot: { is: 'track' }, look: 'bare', middle: { x: 500, y: 21 }, glow: rimBand(), hit: rimBand() },
    {
      spot: { is: 'river' },
      look: 'bare',
      middle: { x: 300, y: 516 },
      glow: riverBank,
      hit: riverBank,
    },
  ];
}

/** The bank of the river from the spring to the west. */
const riverBank =
  'M438 548C420 534 400 506 366 514S298 530 262 496 212 424 166 414L38 400V444L160 442C196 452 214 502 252 528 296 556 340 540 372 538 404 536 410 556 440 562z';

/** The druid's temple and his three stones. */
function path(fields: number): Omit<SpotShape, 'key'> {
  const temple = druidPosition(fields, { at: 'temple', no: 0 });
  const stones = [1, 2, 3].map((no) => upright(druidPosition(fields, { at: 'stone', no }), 23, 14, 20));
  const d = upright(temple, 48, 66, 6) + stones.join('');
  return { spot: { is: 'path' }, look: 'bare', middle: { x: temple.x, y: temple.y - 30 }, glow: d, hit: d };
}

/** The pieces that are never chosen. Their areas are no larger than the pieces, so that they cover no choice. */
function pieces(view: View): Omit<SpotShape, 'key'>[] {
  const fields = view.fields.length;
  const regionOf = view.fields.map(({ region }) => region);
  const box = (spot: Spot, { x, y }: Point, half: number, up: number, down: number): Omit<SpotShape, 'key'> => {
    const d = upright({ x, y }, half, up, down);
    return { spot, look: 'bare', middle: { x, y: y + (down - up) / 2 }, glow: d, hit: d };
  };
  const druid = druidPosition(fields, view.druid);
  return [
    path(fields),
    ...view.runes.map((_, region) => box({ is: 'rune', region }, runePosition(regionOf, region), 19, 25, 22)),
    box({ is: 'die' }, diePosition, 34, 32, 38),
    ...view.players.map(({ seat }) => box({ is: 'screen', seat }, screenPosition(seat), 46, 36, 40)),
    ...scoreMarks(view.players).map(({ seat, x, y, size }) =>
      box({ is: 'score', seat }, { x, y }, size / 2, size / 2, size / 2),
    ),
    box({ is: 'druid' }, druid, 22, 60, 4),
  ];
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
