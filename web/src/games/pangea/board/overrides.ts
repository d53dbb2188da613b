import type { Point } from './layout';

/** Deviations of the board from its view during an animation. All members are optional. */
export interface BoardOverrides {
  /** Tiles to draw at another position, with everything on them. */
  tiles?: Readonly<Record<number, Point>>;
  /** Tiles that cross the edge of the world. Only the part inside the world is drawn. */
  crossing?: readonly number[];
  /** Tribes to hide, because they are moving pieces. */
  hidden?: readonly number[];
  /** Disables the glide transitions. */
  still?: boolean;
}
