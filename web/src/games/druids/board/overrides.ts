import type { Point } from './layout';

/** Deviations of the board from its view during an animation. All members are optional. */
export interface BoardOverrides {
  /** Figures to hide, because they are moving pieces. */
  hidden?: readonly string[];
  /** Figures to draw at another position. */
  at?: Readonly<Record<string, Point>>;
  /** Hides the dice, because they are rolling. */
  noDice?: boolean;
  /** The number of cards in the deck and in the discard pile. */
  deck?: number;
  discard?: number;
  hands?: Readonly<Record<number, number>>;
}
