import type { MovePath } from '../../../lib/animation/motion';
import type { BoardOverrides } from '../board/overrides';

/** What can be seen moving. A rune stone is in its holder's colour, -1 for none; points are a label, `+3`, in the colour of who gets them. */
export type Piece =
  | { is: 'token'; material: string }
  | { is: 'worker' | 'hut' | 'temple'; seat: number }
  | { is: 'druid' }
  | { is: 'chip'; chip: string }
  | { is: 'rune'; region: number; seat: number }
  | { is: 'points'; seat: number; points: number }
  | { is: 'light' };

/** A piece on the move. */
export interface Mover extends MovePath {
  piece: Piece;
}

/** What is drawn over the board in one beat. */
export interface Scene {
  movers: Mover[];
  /** The face the die comes to show. */
  die?: string;
  /** What the board draws otherwise than its view says meanwhile. */
  overrides?: BoardOverrides;
}
