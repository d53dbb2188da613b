/** A place on the drawing, in its own units: the board is a square of 1000 by 1000, y grows downwards. */
export interface Point {
  x: number;
  y: number;
}

/** A place on a track, with the direction that leads away from the middle of the board (a unit vector). */
export interface Placement extends Point {
  nx: number;
  ny: number;
}

/** A closed way around the middle of the board, walked clockwise. */
export interface Track {
  /** How long it is. */
  length: number;
  /** The place after a walk of `s` from nine o'clock, `out` further out than the track. */
  at(s: number, out?: number): Placement;
}

/** The middle of the board. */
export const middle: Point = { x: 500, y: 500 };

/** A square track with round corners; `half` is half its width. */
export function roundedSquare(half: number, radius: number): Track {
  const side = 2 * (half - radius);
  const bend = (Math.PI / 2) * radius;
  const length = 4 * (side + bend);
  return {
    length,
    at(s, out = 0) {
      // From nine o'clock the way begins in the middle of the left side: seen from the middle of a side all quarters are alike.
      const walked = (((s % length) + length) % length) + side / 2;
      const quarter = Math.floor(walked / (side + bend));
      const rest = walked - quarter * (side + bend);
      return turn(quarterAt(rest, half, radius, side, out), quarter);
    },
  };
}

/** The left side, walked upwards, and the corner behind it; relative to the middle. */
function quarterAt(s: number, half: number, radius: number, side: number, out: number): Placement {
  if (s <= side) return { x: -half - out, y: side / 2 - s, nx: -1, ny: 0 };
  const angle = (s - side) / radius;
  const nx = -Math.cos(angle);
  const ny = -Math.sin(angle);
  const corner = -half + radius;
  return { x: corner + (radius + out) * nx, y: corner + (radius + out) * ny, nx, ny };
}

function turn(spot: Placement, quarters: number): Placement {
  let { x, y, nx, ny } = spot;
  for (let i = 0; i < quarters; i++) [x, y, nx, ny] = [-y, x, -ny, nx];
  return { x: x + middle.x, y: y + middle.y, nx, ny };
}
