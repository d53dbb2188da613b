import type { Point } from '../../../lib/animation/motion';
import type { GameEvent } from '../../../lib/wire/game';
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
  /** Duration in milliseconds, 150 to 900. */
  ms: number;
  scene: Scene;
  view: View;
  /** Replaces the event in the caption. */
  said?: GameEvent;
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

/** A piece that flies along positions. */
export function flight(piece: Piece, path: readonly Point[], from = 0, to = 1): Mover {
  return { piece, motion: 'fly', path, from, to };
}

/** A label that rises from a position. */
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
