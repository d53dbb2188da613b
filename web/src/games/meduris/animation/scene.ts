import type { Mover as AnyMover } from '../../../lib/animation/scene-step';
import type { BoardOverrides } from '../board/overrides';

/** The pieces that can move. A rune stone has the color of its holder, -1 for none; points are a label, as `+3`. */
export type Piece =
  | { is: 'token'; material: string }
  | { is: 'worker' | 'hut' | 'temple'; seat: number }
  | { is: 'druid' }
  | { is: 'chip'; chip: string }
  | { is: 'rune'; region: number; seat: number }
  | { is: 'points'; seat: number; points: number }
  | { is: 'light' };

export type Mover = AnyMover<Piece>;

/** The scene that is drawn over the board in one animation step. */
export interface Scene {
  movers: Mover[];
  die?: string;
  /** Deviations of the board from its view during the step. */
  overrides?: BoardOverrides;
}
