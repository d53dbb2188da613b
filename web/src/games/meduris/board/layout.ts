/**
 * Positions on the board as data and pure functions of the number of fields; the only source of positions. The position of a figure is its
 * feet;
 * the position of a token, chip or stone is its center.
 */
import type { Place } from '../types.gen';
import { roundedSquare, type Point, type Placement } from './track';

export type { Point, Placement };

/** The width and height of the board in board units. All positions are in board units. */
export const size = 1000;

export const materials = ['wood', 'wool', 'copper', 'stone'] as const;
export type Material = (typeof materials)[number];

/** The track of the ring of fields; a slab extends this far out and in. */
const ring = roundedSquare(379, 190);
export const slabDepth = 48;

/** The score track along the rim. */
const rim = roundedSquare(479, 66);

/** The number of spaces of the score track. A marker beyond the last space starts again and is marked. */
export const spaces = 80;

/** The crossing of the river, as a distance along the tracks from nine o'clock. */
const river = 80;

/** The width of the river's gap in the ring, in fields. */
const gap = 0.8;

const plateauAt: Record<Material, Point> = {
  wood: { x: 374, y: 402 },
  wool: { x: 638, y: 402 },
  copper: { x: 640, y: 650 },
  stone: { x: 364, y: 650 },
};

const stockAt: Record<Material, Point> = {
  wood: { x: 306, y: 262 },
  wool: { x: 704, y: 252 },
  copper: { x: 744, y: 744 },
  stone: { x: 258, y: 744 },
};

const templeAt: Point = { x: 238, y: 262 };

const stonesAt: readonly Point[] = [
  { x: 226, y: 306 },
  { x: 205, y: 350 },
  { x: 196, y: 396 },
];

/** The height of a worker in a stack. */
const storey = 50;

/** The width of a field along the ring. */
export function slotOf(fields: number): number {
  return ring.length / (fields + gap);
}

/** A position on a field: `along` clockwise from its middle in field widths; `out` away from the mountain in board units. */
export function onField(fields: number, field: number, along = 0, out = 0): Placement {
  const slot = slotOf(fields);
  return ring.at(river + (gap / 2 + 0.5 + field + along) * slot, out);
}

export function fieldPosition(fields: number, field: number): Placement {
  return onField(fields, field);
}

/** The two neighbors of a field: counterclockwise, then clockwise. */
export function neighbours(fields: number, field: number): [number, number] {
  return [(field + fields - 1) % fields, (field + 1) % fields];
}

/** A position in the river's gap, `out` away from the mountain. */
export function riverPosition(out = 0): Placement {
  return ring.at(river, out);
}

export function plateauPosition(material: Material): Point {
  return plateauAt[material];
}

/** The position of a worker in a stack; 1 is the bottom. */
export function workerPosition(material: Material, height: number): Point {
  const { x, y } = plateauAt[material];
  return { x: x + (height === 2 ? 5 : height === 3 ? -4 : 0), y: y + 16 - (height - 1) * storey };
}

/** The center of a material's stock. */
export function stockPosition(material: Material): Point {
  return stockAt[material];
}

/** The center of a field's number, in its inner corner. */
export function fieldNumberPosition(fields: number, field: number): Point {
  return onField(fields, field, -0.5 + 16 / slotOf(fields), -slabDepth + 14);
}

/** The center of a stock's number. It is on the side of the mountain, where the druid never stands. */
export function stockNumberPosition(material: Material): Point {
  const { x, y } = stockAt[material];
  return { x, y: y + (material === 'copper' || material === 'stone' ? -36 : 27) };
}

/** The position of a building on a field: the middle of its base. */
export function buildingPosition(fields: number, field: number): Point {
  const { x, y } = onField(fields, field, 0, -20);
  return { x, y: y + 24 };
}

export function chipPosition(fields: number, field: number): Point {
  return onField(fields, field, 0, -16);
}

export function druidPosition(fields: number, place: Place): Point {
  if (place.at === 'field') {
    const { x, y } = onField(fields, place.no, 0, -60);
    return { x, y: y + 20 };
  }
  return (place.at === 'stone' ? stonesAt[place.no - 1] : undefined) ?? templeAt;
}

/** The center of a region's rune stone; `regionOf` lists the region of each field. */
export function runePosition(regionOf: readonly number[], region: number): Placement {
  const first = regionOf.indexOf(region);
  const last = regionOf.lastIndexOf(region);
  return onField(regionOf.length, (first + last) / 2, 0, slabDepth + 20);
}

/** The marker position for a score: number `index` of `count` players on the same space. Negative scores are at 0. */
export function scorePosition(points: number, index = 0, count = 1): Placement {
  const on = rim.at(river + (0.5 + (Math.max(0, points) % spaces)) * (rim.length / spaces));
  if (count < 2) return on;
  const along = (index % 2 === 0 ? -1 : 1) * markGap;
  // Two rows lie further in, because the rim ends outside of the track.
  const out = count > 2 ? (index < 2 ? 6 : 6 - 2 * markGap) : 0;
  return { ...on, x: on.x - on.ny * along + on.nx * out, y: on.y + on.nx * along + on.ny * out };
}

/** Half the distance between markers on the same space. */
const markGap = 11.5;

/** The markers of all scores. Markers on the same space are smaller, and none covers another. */
export function scoreMarks(
  scores: readonly { seat: number; points: number }[],
): { seat: number; x: number; y: number; size: number }[] {
  const space = (points: number): number => Math.max(0, points) % spaces;
  return scores.map(({ seat, points }) => {
    const together = scores.filter((other) => space(other.points) === space(points));
    const index = together.findIndex((other) => other.seat === seat);
    const { x, y } = scorePosition(points, index, together.length);
    return { seat, x, y, size: together.length > 1 ? 18 : 22 };
  });
}

/** The band of the score track, open in the middle. */
export function rimBand(): string {
  const square = (half: number, radius: number): Point[] => {
    const track = roundedSquare(half, radius);
    return Array.from({ length: 48 }, (_, i) => track.at((i * track.length) / 48));
  };
  const path = (points: Point[]): string =>
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`;
  return path(square(497, 84)) + path(square(463, 52).reverse());
}

/** The corners of a space of the score track: from the start, outer before inner. */
export function rimSpace(space: number, depth: number): [Point, Point, Point, Point] {
  const step = rim.length / spaces;
  const from = river + space * step;
  return [rim.at(from, depth), rim.at(from + step, depth), rim.at(from + step, -depth), rim.at(from, -depth)];
}

/** The waves of the river as an SVG path. */
export const ripple =
  'M430 551C414 540 398 518 368 524S300 542 260 508 210 436 164 426L44 416M414 542C400 528 380 526 350 532S280 532 250 508 208 446 180 434M150 431 44 427';

export const diePosition: Point = { x: 782, y: 296 };

/** The position of a player's screen in a corner: clockwise by seat from the lower left. */
export function screenPosition(seat: number): Point {
  const near = 88;
  const far = size - near;
  return { x: seat % 4 < 2 ? near : far, y: seat % 4 === 1 || seat % 4 === 2 ? near : far };
}
