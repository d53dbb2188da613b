import type { Point } from './layout';

/** What the board shows otherwise than its view says, while a story is told over it. Nothing of it need be given. */
export interface BoardOverrides {
  /** Figures not drawn, for they move over the board. */
  hidden?: readonly string[];
  /** Figures drawn elsewhere than the view says. */
  at?: Readonly<Record<string, Point>>;
  /** The dice are not drawn, for they roll. */
  noDice?: boolean;
  /** Cards in the deck and of the discard pile. */
  deck?: number;
  discard?: number;
  /** Cards in each hand. */
  hands?: Readonly<Record<number, number>>;
}
