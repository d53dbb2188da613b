/** A position on the board in board units: the board is 1000 by 1000, y points down. */
export interface Point {
  x: number;
  y: number;
}

/** A position on a track with the outward unit vector. */
export interface Placement extends Point {
  nx: number;
  ny: number;
}

/** A closed clockwise track around the middle of the board. */
interface Track {
  length: number;
  /** The position at distance `s` from nine o'clock, `out` units outside the track. */
  at(s: number, out?: number): Placement;
}

export const middle: Point = { x: 500, y: 500 };

/** A square track with round corners; `half` is half its width. */
export function roundedSquare(half: number, radius: number): Track {
  const side = 2 * (half - radius);
  const bend = (Math.PI / 2) * radius;
  const length = 4 * (side + bend);
  return {
    length,
    at(s, out = 0) {
      // The distance is measured from nine o'clock, the middle of the left side; shifted by half a side, all quarters are alike.
      const walked = (((s % length) + length) % length) + side / 2;
      const quarter = Math.floor(walked / (side + bend));
      const rest = walked - quarter * (side + bend);
      return turn(quarterAt(rest, half, radius, side, out), quarter);
    },
  };
}

/** The left side upwards and the corner after it, relative to the middle. */
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
