import type { Point } from '../../../lib/animation/motion';
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
  /** In milliseconds, 150 to 700 but for a long walk. */
  ms: number;
  scene: Scene;
  view: View;
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

/** A piece is thrown from one place to another. */
export function flight(piece: Piece, from: Point, to: Point): Mover {
  return { piece, motion: 'fly', path: [from, to], from: 0, to: 1 };
}
