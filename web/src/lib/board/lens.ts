/** A point of the picture, in parts of its width and height from 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

/** How wide the lens is, in parts of the frame, and how much it enlarges what the frame shows. */
export const lensWidth = 0.42;
export const lensFactor = 2.6;

/** The corner of the frame where the lens hides nothing that is looked at: across from the point. */
export function cornerFor(at: Point): { left: boolean; top: boolean } {
  return { left: at.x >= 0.5, top: at.y >= 0.5 };
}

/** How far the enlarged picture is moved behind the lens, in parts of the frame, so that the point stands in its middle. */
export function shiftFor(at: Point, scale: number): Point {
  const middle = lensWidth / 2;
  return { x: middle - at.x * lensFactor * scale, y: middle - at.y * lensFactor * scale };
}
