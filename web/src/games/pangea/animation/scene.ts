import type { MovePath } from '../../../lib/animation/motion';
import type { Over } from '../board/layout';
import type { PlacedTribe } from '../board/view';
import type { BoardOverrides } from '../board/overrides';

/** What can be seen moving. An amount of goods is a label, `+3`; a crowd tells how many stand on room for how many. */
export type Piece =
  | { is: 'tribe'; tribe: PlacedTribe; scale: number }
  | { is: 'tower'; people: string; neutral: boolean }
  | { is: 'spell'; people: string }
  | { is: 'gem'; kind: string }
  | { is: 'good' }
  | { is: 'amount'; people: string; n: number }
  | { is: 'crown'; rank: number }
  | { is: 'crowd'; n: number; room: number }
  | { is: 'light' };

/** A piece on the move. */
export interface Mover extends MovePath {
  piece: Piece;
}

/** What is drawn over the board in one beat. */
export interface Scene {
  movers: Mover[];
  /** The way over the edge of the world that something takes. */
  over?: Over;
  /** What the board draws otherwise than its view says meanwhile. */
  overrides?: BoardOverrides;
}
