import type { Point } from '../../../lib/animation/motion';
import type { View } from '../types.gen';
import type { Positions } from './positions';
import type { Mover, Piece, Scene } from './scene';

/** One event: the views before and after it, and the positions in both. */
export interface Transition {
  view: View;
  next: View;
  at: Positions;
  after: Positions;
}

/** One animation step without its event: duration, moving pieces and view. */
export interface SceneStep {
  /** Duration in milliseconds: 150 to 700, longer for a long walk. */
  ms: number;
  scene: Scene;
  view: View;
}

export function sceneStep(view: View, ms: number, movers: Mover[], more: Partial<Scene> = {}): SceneStep[] {
  return [{ ms, view, scene: { movers, ...more } }];
}

/** A step without moving pieces; only the caption is shown. */
export function pause(view: View, ms: number): SceneStep[] {
  return sceneStep(view, ms, []);
}

/** A highlight at a position. */
export function glow({ x, y }: Point, from = 0, to = 1): Mover {
  return { piece: { is: 'light' }, motion: 'glow', path: [{ x, y }], from, to };
}

/** A piece that flies from one position to another. */
export function flight(piece: Piece, from: Point, to: Point): Mover {
  return { piece, motion: 'fly', path: [from, to], from: 0, to: 1 };
}
