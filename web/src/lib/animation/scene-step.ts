/** The parts of a title's animation. A title fixes the types: `export const pause = scenes.pause<View, Scene>`. */
import type { GameEvent } from '../wire/game';
import type { MovePath, Point } from './motion';

export interface Mover<Piece> extends MovePath {
  piece: Piece;
}

/** One event: the views before and after it, and the positions in both. */
export interface Transition<View, Positions> {
  view: View;
  next: View;
  at: Positions;
  after: Positions;
}

/** One animation step without its event. */
export interface SceneStep<View, Scene> {
  ms: number;
  scene: Scene;
  /** The view during the step, without the pieces that move. */
  view: View;
  caption?: GameEvent;
}

/** A step with moving pieces; `more` is the rest of its scene. */
export function sceneStep<View, Scene extends { movers: unknown[] }>(
  view: View,
  ms: number,
  movers: Scene['movers'],
  more: Partial<Scene> = {},
): SceneStep<View, Scene>[] {
  return [{ ms, view, scene: { movers, ...more } as Scene }];
}

/** A step without moving pieces; only the caption is shown. */
export function pause<View, Scene extends { movers: unknown[] }>(view: View, ms: number): SceneStep<View, Scene>[] {
  return sceneStep<View, Scene>(view, ms, []);
}

export function glow({ x, y }: Point, from = 0, to = 1): Mover<{ is: 'light' }> {
  return { piece: { is: 'light' }, motion: 'glow', path: [{ x, y }], from, to };
}

/** A piece that flies along positions. */
export function flight<const Piece>(piece: Piece, path: readonly Point[], from = 0, to = 1): Mover<Piece> {
  return { piece, motion: 'fly', path, from, to };
}
