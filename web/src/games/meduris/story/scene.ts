import type { Point } from '../board/layout';
import type { Staging } from '../board/staging';

/** What can be seen moving. A rune stone is in its holder's colour, -1 for none; points are a label, `+3`, in the colour of who gets them. */
export type Piece =
  | { is: 'token'; material: string }
  | { is: 'worker' | 'hut' | 'temple'; seat: number }
  | { is: 'druid' }
  | { is: 'chip'; chip: string }
  | { is: 'rune'; region: number; seat: number }
  | { is: 'points'; seat: number; points: number }
  | { is: 'light' };

/** How a piece moves along its places: thrown in an arc, on foot, raised on the spot, floating up and away, or glowing. */
export type Manner = 'fly' | 'walk' | 'rise' | 'float' | 'glow';

/** A piece on the move. */
export interface Mover {
  piece: Piece;
  manner: Manner;
  /** Where it goes along, in the board's units. */
  path: readonly Point[];
  /** When it sets out and arrives, as shares of the beat. */
  from: number;
  to: number;
}

/** What is drawn over the board in one beat. */
export interface Scene {
  movers: Mover[];
  /** The face the die comes to show. */
  die?: string;
  /** What the board draws otherwise than its view says meanwhile. */
  staging?: Staging;
}

/** Lets movers set out one after the other and all arrive within the beat; each takes `span` of it. */
export function inTurn(movers: readonly Omit<Mover, 'from' | 'to'>[], span = 0.7): Mover[] {
  const step = movers.length > 1 ? (1 - span) / (movers.length - 1) : 0;
  return movers.map((mover, i) => ({ ...mover, from: i * step, to: i * step + span }));
}
