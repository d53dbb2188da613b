import type { MovePath } from '../../../lib/animation/motion';
import type { BoardOverrides } from '../board/overrides';
import type { Face } from '../types.gen';

/**
 * What can be seen moving. A figure is in the colour of who controls it, -1 for nobody; a card without a name shows its back; `many` is
 * how many are at the place of decision now; votes and points are labels.
 */
export type Piece =
  | { is: 'figure'; figure: string; seat: number; scale: number }
  | { is: 'card'; card?: string | undefined }
  | { is: 'die'; face: Face }
  | { is: 'many'; many: number }
  | { is: 'votes'; cult: string; votes: number }
  | { is: 'points'; seat: number; points: number }
  | { is: 'light' };

/** A piece on the move. */
export interface Mover extends MovePath {
  piece: Piece;
}

/** How the vote stands. */
export interface Tally {
  sun: number;
  moon: number;
}

/** What is drawn over the board in one beat. */
export interface Scene {
  movers: Mover[];
  /** How the vote stands meanwhile. */
  tally?: Tally;
  /** What the board draws otherwise than its view says meanwhile. */
  overrides?: BoardOverrides;
}
