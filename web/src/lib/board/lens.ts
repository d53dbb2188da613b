/** A point of the picture; coordinates are from 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

/** The width of the magnifier as a share of the frame, and its zoom factor. */
export const lensWidth = 0.42;
export const lensFactor = 2.6;

/** The corner of the frame opposite to the point, so that the magnifier does not cover it. */
export function cornerFor(at: Point): { left: boolean; top: boolean } {
  return { left: at.x >= 0.5, top: at.y >= 0.5 };
}

/** The offset of the magnified picture as a share of the frame, so that the point is in the middle. */
export function shiftFor(at: Point, scale: number): Point {
  const middle = lensWidth / 2;
  return { x: middle - at.x * lensFactor * scale, y: middle - at.y * lensFactor * scale };
}
