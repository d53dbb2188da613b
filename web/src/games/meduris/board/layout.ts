/**
 * Where everything on the board is. All of it is data and pure functions of the number of fields, so that whatever is drawn or
 * moved over the board finds its place here and nowhere else. Places of figures are where their feet stand; places of tokens,
 * chips and stones are their middle.
 */
import type { Place } from '../types.gen';
import { roundedSquare, type Point, type Placement } from './track';

export type { Point, Placement };

/** The board is a square of this many units; every place here is in them. */
export const size = 1000;

/** The materials in the order of the rules. */
export const materials = ['wood', 'wool', 'copper', 'stone'] as const;
export type Material = (typeof materials)[number];

/** The ring of fields runs along this track; a slab reaches this far out and in. */
const ring = roundedSquare(379, 190);
export const slabDepth = 48;

/** The track for the points runs along the rim. */
const rim = roundedSquare(479, 66);

/** How many spaces the track for the points has; who goes further begins again and is marked. */
export const spaces = 80;

/** Where the river crosses the tracks, as a walk from nine o'clock. */
const river = 80;

/** How wide the river's gap in the ring is, in fields. */
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

/** How far a worker stands above the one below. */
export const storey = 50;

/** The width of a field along the ring. */
export function slotOf(fields: number): number {
  return ring.length / (fields + gap);
}

/** A place on a field: `along` clockwise from its middle, in widths of a field; `out` away from the mountain, in units. */
export function onField(fields: number, field: number, along = 0, out = 0): Placement {
  const slot = slotOf(fields);
  return ring.at(river + (gap / 2 + 0.5 + field + along) * slot, out);
}

/** The middle of a field. */
export function fieldPosition(fields: number, field: number): Placement {
  return onField(fields, field);
}

/** The fields to the left and right of a field, as one looks from the mountain: against the clock and with it. */
export function neighbours(fields: number, field: number): [number, number] {
  return [(field + fields - 1) % fields, (field + 1) % fields];
}

/** A place in the river's gap of the ring, `out` away from the mountain. */
export function riverPosition(out = 0): Placement {
  return ring.at(river, out);
}

/** The middle of a plateau's ground. */
export function plateauPosition(material: Material): Point {
  return plateauAt[material];
}

/** Where a worker of a stack stands; 1 is the bottom. */
export function workerPosition(material: Material, height: number): Point {
  const { x, y } = plateauAt[material];
  return { x: x + (height === 2 ? 5 : height === 3 ? -4 : 0), y: y + 16 - (height - 1) * storey };
}

/** The middle of a material's heap of stock. */
export function stockPosition(material: Material): Point {
  return stockAt[material];
}

/** Where a building stands on a field: the middle of its base. */
export function buildingPosition(fields: number, field: number): Point {
  const { x, y } = onField(fields, field, 0, -20);
  return { x, y: y + 24 };
}

/** The middle of a chip on a field. */
export function chipPosition(fields: number, field: number): Point {
  return onField(fields, field, 0, -16);
}

/** Where the druid stands. */
export function druidPosition(fields: number, place: Place): Point {
  if (place.at === 'field') {
    const { x, y } = onField(fields, place.no, 0, -60);
    return { x, y: y + 20 };
  }
  return (place.at === 'stone' ? stonesAt[place.no - 1] : undefined) ?? templeAt;
}

/** The middle of a region's rune stone; `regionOf` lists the region of each field. */
export function runePosition(regionOf: readonly number[], region: number): Placement {
  const first = regionOf.indexOf(region);
  const last = regionOf.lastIndexOf(region);
  return onField(regionOf.length, (first + last) / 2, 0, slabDepth + 20);
}

/** Where points are marked on the rim, for the index-th of `count` players on the same space. Before 0 is 0. */
export function scorePosition(points: number, index = 0, count = 1): Placement {
  const on = rim.at(river + (0.5 + (Math.max(0, points) % spaces)) * (rim.length / spaces));
  if (count < 2) return on;
  const along = index % 2 === 0 ? -9 : 9;
  const out = count > 2 ? (index < 2 ? 7 : -7) : 0;
  return { ...on, x: on.x - on.ny * along + on.nx * out, y: on.y + on.nx * along + on.ny * out };
}

/** The corners of a space of the rim: from the start, outer before inner. */
export function rimSpace(space: number, depth: number): [Point, Point, Point, Point] {
  const step = rim.length / spaces;
  const from = river + space * step;
  return [rim.at(from, depth), rim.at(from + step, depth), rim.at(from + step, -depth), rim.at(from, -depth)];
}

/** Where the die lies. */
export const diePosition: Point = { x: 782, y: 296 };

/** Where a player's screen stands, in a corner of the board: clockwise by seat, the first one at the lower left. */
export function screenPosition(seat: number): Point {
  const near = 88;
  const far = size - near;
  return { x: seat % 4 < 2 ? near : far, y: seat % 4 === 1 || seat % 4 === 2 ? near : far };
}
