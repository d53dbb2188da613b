import type { Point } from '../../../lib/animation/motion';
import type { GameEvent } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import type { Positions } from './positions';
import type { Mover, Piece, Scene } from './scene';

/** An event's moment: the picture before and after it, and where things are in both. */
export interface Transition {
  view: View;
  next: View;
  at: Positions;
  after: Positions;
}

/** One shot: how long it takes, what moves over the board, and what is on the board meanwhile. */
export interface SceneStep {
  /** In milliseconds, 150 to 900. */
  ms: number;
  scene: Scene;
  view: View;
  /** What is said instead of the event's own sentence. */
  said?: GameEvent;
}

export function sceneStep(view: View, ms: number, movers: Mover[], more: Partial<Scene> = {}): SceneStep[] {
  return [{ ms, view, scene: { movers, ...more } }];
}

/** A pause with nothing but the sentence. */
export function pause(view: View, ms: number): SceneStep[] {
  return sceneStep(view, ms, []);
}

/** A place lights up. */
export function glow({ x, y }: Point, from = 0, to = 1): Mover {
  return { piece: { is: 'light' }, motion: 'glow', path: [{ x, y }], from, to };
}

/** A piece is thrown from place to place. */
export function flight(piece: Piece, path: readonly Point[], from = 0, to = 1): Mover {
  return { piece, motion: 'fly', path, from, to };
}

/** A label rises where something is got or lost. */
export function label(piece: Piece, { x, y }: Point, from = 0, to = 1): Mover {
  return {
    piece,
    motion: 'float',
    path: [
      { x, y },
      { x, y: y - 46 },
    ],
    from,
    to,
  };
}
