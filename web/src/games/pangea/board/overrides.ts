import type { Point } from './layout';

/** What the board shows otherwise than its view says, while a story is told over it. Nothing of it need be given. */
export interface BoardOverrides {
  /** Tiles drawn elsewhere than the view says, with all on them. */
  tiles?: Readonly<Record<number, Point>>;
  /** Tiles seen through, for they are outside the world. */
  pale?: readonly number[];
  /** Tribes not drawn, for they move over the board. */
  hidden?: readonly number[];
  /** Nothing glides by itself. */
  still?: boolean;
}
