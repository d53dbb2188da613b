import type { Mover as AnyMover } from '../../../lib/animation/scene-step';
import type { Over } from '../board/layout';
import type { PlacedTribe } from '../board/view';
import type { BoardOverrides } from '../board/overrides';

/** The pieces that can move. An amount of goods is a label, as `+3`; a crowd shows count and capacity. */
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

export type Mover = AnyMover<Piece>;

/** The scene that is drawn over the board in one animation step. */
export interface Scene {
  movers: Mover[];
  /** The path over the edge of the world. */
  over?: Over;
  /** Deviations of the board from its view during the step. */
  overrides?: BoardOverrides;
}
