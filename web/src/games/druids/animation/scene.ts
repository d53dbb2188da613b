import type { Mover as AnyMover } from '../../../lib/animation/scene-step';
import type { BoardOverrides } from '../board/overrides';
import type { Face } from '../types.gen';

/**
 * The pieces that can move. A figure has the color of its owner, -1 for none; a card without a name is face down.
 * `many` is the number of figures in the center; votes and points are labels.
 */
export type Piece =
  | { is: 'figure'; figure: string; seat: number; scale: number }
  | { is: 'card'; card?: string | undefined }
  | { is: 'die'; face: Face }
  | { is: 'many'; many: number }
  | { is: 'votes'; cult: string; votes: number }
  | { is: 'points'; seat: number; points: number }
  | { is: 'light' };

export type Mover = AnyMover<Piece>;

export interface Tally {
  sun: number;
  moon: number;
}

/** The scene that is drawn over the board in one animation step. */
export interface Scene {
  movers: Mover[];
  tally?: Tally;
  /** Deviations of the board from its view during the step. */
  overrides?: BoardOverrides;
}
