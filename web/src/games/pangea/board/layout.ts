/** Positions on the board as data and pure functions; the only source of positions. All positions are centers. */
import type { FieldView, View } from '../types.gen';

export interface Point {
  x: number;
  y: number;
}

/** The width and height of the board in board units. All positions are in board units. */
export const size = 1000;

/** The distance of two neighboring fields. */
export const cell = 130;

const [left, top] = [(size - 6 * cell) / 2, (size - 7 * cell) / 2];

/** The center of a grid cell, on the board or beside it. */
export function gridPosition(row: number, column: number): Point {
  return { x: left + (column + 0.5) * cell, y: top + (row + 0.5) * cell };
}

export function fieldPosition(view: Pick<View, 'fields'>, field: number): Point {
  const at: FieldView = view.fields[field] ?? { row: 0, column: 0 };
  return gridPosition(at.row, at.column);
}

/** The position just outside the world beyond a field, on the side away from the entry field. */
function beyond(view: Pick<View, 'fields'>, from: number, to: number): Point {
  const [a, b] = [fieldPosition(view, from), fieldPosition(view, to)];
  return { x: a.x - Math.sign(Math.round(b.x - a.x)) * cell, y: a.y - Math.sign(Math.round(b.y - a.y)) * cell };
}

/** A path over the edge: both fields and the positions just outside the world beside them. */
export interface Over {
  from: Point;
  out: Point;
  into: Point;
  to: Point;
}

/** The path from one field to another over the edge. */
export function overEdge(view: Pick<View, 'fields'>, from: number, to: number): Over {
  const [a, b] = [fieldPosition(view, from), fieldPosition(view, to)];
  return { from: a, out: beyond(view, from, to), into: beyond(view, to, from), to: b };
}

/** An arrow that points to the right, centered. */
export const arrowShape = 'M-17-9H0V-20L22 0L0 20V9H-17Z';

/** The transform of an arrow between two neighboring positions. */
export function arrowBetween(a: Point, b: Point): string {
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})`;
}

/** The number of tribes in a row, their distance and their scale. */
export function crowd(of: number): { row: number; step: number; scale: number } {
  if (of <= 6) return { row: 3, step: 37, scale: 1 };
  if (of <= 12) return { row: 4, step: 29, scale: 0.78 };
  return { row: 6, step: 20, scale: 0.55 };
}

/** The position of tribe `place` (from 0) of `of`, relative to the center of the tile. */
export function tribePosition(place: number, of: number): Point {
  const { row, step } = crowd(of);
  const lines = Math.ceil(of / row);
  const line = Math.floor(place / row);
  const here = line === lines - 1 ? of - line * row : row;
  return { x: ((place % row) - (here - 1) / 2) * step, y: 21 + (line - (lines - 1) / 2) * Math.min(step, 70 / lines) };
}

/** The position of a tower, relative to the center of its tile: between the sign of the land and its room. */
export const towerPosition: Point = { x: -4, y: -37 };

/** The position of a spell, relative to the center of its field. */
export const spellPosition: Point = { x: 36, y: 36 };

export const plateWidth = 328;

/** The width of a letter in small letters, at least. Capitals are wider, W and letters of Chinese, Japanese and Korean most. */
function widthOf(letter: string): number {
  if (
    /[MW@\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(letter)
  )
    return 1.8;
  return /[mw]/.test(letter) ? 1.5 : /\p{Lu}/u.test(letter) ? 1.3 : 1;
}

/** A name in the room of so many small letters, which leaves some room for a capital. */
export function shorten(name: string, most: number): string {
  const letters = [...name];
  let width = 0;
  const ends = letters.map((letter) => (width += widthOf(letter)));
  if (letters.length <= most && width <= most + 1) return name;
  const kept = letters.filter((_, i) => (ends[i] ?? 0) <= most - 1);
  return `${kept.join('').trimEnd()}…`;
}

/** A player's plate: the upper left corner, the height, and the positions of goods and amulets on it. */
export interface PlateShape extends Point {
  high: number;
  /** Two low plates share a corner. They have one line less. */
  low: boolean;
  goods: Point;
  gems: Point & { step: number };
}

/** The plate of a seat, in a corner of the cross. No land is ever drawn there; see `worldOutline`. */
export function plateOf(seat: number, of: number): PlateShape {
  // The zoom buttons are in the lower right corner, so a free corner is that one.
  const right = seat === 1 || (seat === 2 && of > 3);
  const x = right ? size - 10 - plateWidth : 10;
  if (of > 4 && seat > 2)
    return {
      ...{ x, y: seat === 3 ? 722 : 860, high: 132, low: true },
      goods: { x: 28, y: 68 },
      gems: { x: 172, y: 67, step: 33 },
    };
  return {
    x,
    y: seat < 2 ? 14 : 722,
    high: 190,
    low: false,
    goods: { x: 30, y: 84 },
    gems: { x: 36, y: 134, step: 44 },
  };
}

/** The part of the picture that lands may cover, as a path. A tower is a little higher than its field, and a land casts a shadow. */
export function worldOutline({ fields }: Pick<View, 'fields'>): string {
  const half = cell / 2;
  return fields
    .map(({ row, column }) => gridPosition(row, column))
    .map(({ x, y }) => `M${x - half - 2} ${y - half - 10}h${cell + 4}v${cell + 18}h${-cell - 4}Z`)
    .join('');
}

/** Converts a position on a plate to the board. */
function onPlate(seat: number, of: number, x: number, y: number): Point {
  const at = plateOf(seat, of);
  return { x: at.x + x, y: at.y + y };
}

export function plateMiddle(seat: number, of: number): Point {
  return onPlate(seat, of, plateWidth / 2, plateOf(seat, of).high / 2);
}

export function goodsPosition(seat: number, of: number): Point {
  const { goods } = plateOf(seat, of);
  return onPlate(seat, of, goods.x, goods.y);
}

/** The position of amulet number `kind` on a plate. */
export function gemPosition(seat: number, of: number, kind: number): Point {
  const { gems } = plateOf(seat, of);
  return onPlate(seat, of, gems.x + kind * gems.step, gems.y);
}
