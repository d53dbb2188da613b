/** Something on a board that can be pointed at, with its shapes as paths in the board's units. */
export interface Spot {
  /** Two spots are the same when their keys are. */
  key: string;
  /** What glows. */
  glow: string;
  /** What takes the pointer: as large as it can be without covering a neighbour. */
  hit: string;
  /** `bare`: who stands there is not painted over; `dashed`: its rim is. */
  look?: 'bare' | 'dashed';
}
