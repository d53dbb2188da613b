import type { Way } from '../../../lib/story/motion';
import type { Standing } from '../board/sight';
import type { Staging } from '../board/staging';

/** What can be seen moving. A label says how much is won or lost, or how many amulets a tower holds now. */
export type Piece =
  | { is: 'tribe'; tribe: Standing; scale: number }
  | { is: 'tower'; people: string; neutral: boolean }
  | { is: 'spell'; people: string }
  | { is: 'gem'; kind: string }
  | { is: 'good' }
  | { is: 'label'; people: string; says: string }
  | { is: 'light' };

/** A piece on the move. */
export interface Mover extends Way {
  piece: Piece;
}

/** What is drawn over the board in one beat. */
export interface Scene {
  movers: Mover[];
  /** What the board draws otherwise than its view says meanwhile. */
  staging?: Staging;
}
