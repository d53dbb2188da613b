/**
 * Where everything on the board is: data and pure functions, so that whatever is drawn or moved over the board finds its place
 * here and nowhere else. All places are the middle of what is there.
 */
import type { FieldView, View } from '../types.gen';

/** A place on the board. */
export interface Point {
  x: number;
  y: number;
}

/** The board is a square of this many units; every place here is in them. */
export const size = 1000;

/** How far two neighbouring fields are apart, and how wide a tile is. */
export const cell = 130;
export const tileSize = 122;

const [left, top] = [(size - 6 * cell) / 2, (size - 7 * cell) / 2];

/** The middle of a place of the grid, on the board or beside it. */
export function gridPosition(row: number, column: number): Point {
  return { x: left + (column + 0.5) * cell, y: top + (row + 0.5) * cell };
}

/** The middle of a field. */
export function fieldPosition(view: Pick<View, 'fields'>, field: number): Point {
  const at: FieldView = view.fields[field] ?? { row: 0, column: 0 };
  return gridPosition(at.row, at.column);
}

/** Where what leaves a field over the edge goes: just outside, on the side away from the field that it enters. */
export function beyond(view: Pick<View, 'fields'>, from: number, to: number): Point {
  const [a, b] = [fieldPosition(view, from), fieldPosition(view, to)];
  return { x: a.x - Math.sign(Math.round(b.x - a.x)) * cell, y: a.y - Math.sign(Math.round(b.y - a.y)) * cell };
}

/** A way over the edge: the two fields, and the places just outside the world beside them. */
export interface Over {
  from: Point;
  out: Point;
  into: Point;
  to: Point;
}

/** The way from one field to another over the edge. */
export function overEdge(view: Pick<View, 'fields'>, from: number, to: number): Over {
  const [a, b] = [fieldPosition(view, from), fieldPosition(view, to)];
  return { from: a, out: beyond(view, from, to), into: beyond(view, to, from), to: b };
}

/** An arrow that points to the right, about its own middle. */
export const arrowShape = 'M-17-9H0V-20L22 0L0 20V9H-17Z';

/** Where such an arrow lies over the border between two neighbouring places. */
export function arrowBetween(a: Point, b: Point): string {
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})`;
}

/** How many tribes stand beside each other on a tile, and how large they are drawn. */
export function crowd(of: number): { row: number; step: number; scale: number } {
  if (of <= 6) return { row: 3, step: 37, scale: 1 };
  if (of <= 12) return { row: 4, step: 29, scale: 0.78 };
  return { row: 6, step: 20, scale: 0.55 };
}

/** Where a tribe stands on its tile, from the tile's middle: as the `place`-th (from 0) of `of`. */
export function tribePosition(place: number, of: number): Point {
  const { row, step } = crowd(of);
  const lines = Math.ceil(of / row);
  const line = Math.floor(place / row);
  const here = line === lines - 1 ? of - line * row : row;
  return { x: ((place % row) - (here - 1) / 2) * step, y: 21 + (line - (lines - 1) / 2) * Math.min(step, 70 / lines) };
}

/** Where the tower stands on its tile, from the tile's middle. */
export const towerPosition: Point = { x: 0, y: -37 };

/** Where a spell lies on its field, from the field's middle. */
export const spellPosition: Point = { x: 36, y: 36 };

/** The upper left corner of what a player has, in the corners of the cross, and how large it is drawn. */
export function platePosition(seat: number, of: number): Point & { scale: number } {
  // What enlarges the board lies in the lower right corner: where a corner stays free, it is that one.
  const right = seat === 1 || (seat === 2 && of > 3);
  const scale = of > 4 && seat > 2 ? 0.76 : 1;
  const high = plateSize.y * scale;
  const low = of > 4 && seat === 3 ? 700 + high + 6 : 700;
  return { x: right ? size - 10 - plateSize.x * scale : 10, y: seat < 2 ? 14 : low, scale };
}

/** How large such a plate is. */
export const plateSize: Point = { x: 328, y: 190 };

/** A place on such a plate, on the board. */
function onPlate(seat: number, of: number, x: number, y: number): Point {
  const at = platePosition(seat, of);
  return { x: at.x + x * at.scale, y: at.y + y * at.scale };
}

/** The middle of a plate. */
export function plateMiddle(seat: number, of: number): Point {
  return onPlate(seat, of, plateSize.x / 2, plateSize.y / 2);
}

/** Where a plate counts the goods. */
export function goodsPosition(seat: number, of: number): Point {
  return onPlate(seat, of, 30, 84);
}

/** Where a plate has the place for the `kind`-th kind of amulets. */
export function gemPosition(seat: number, of: number, kind: number): Point {
  return onPlate(seat, of, 36 + kind * 44, 134);
}
