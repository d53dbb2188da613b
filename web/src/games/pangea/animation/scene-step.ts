import type { Point } from '../../../lib/animation/motion';
import * as scenes from '../../../lib/animation/scene-step';
import type { View } from '../types.gen';
import type { Positions } from './positions';
import type { Mover, Piece, Scene } from './scene';

export type Transition = scenes.Transition<View, Positions>;
export type SceneStep = scenes.SceneStep<View, Scene>;

export const sceneStep = scenes.sceneStep<View, Scene>;
export const pause = scenes.pause<View, Scene>;
export { flight, glow } from '../../../lib/animation/scene-step';

/** A label that rises from a position. */
export function label(piece: Piece, { x, y }: Point, from = 0, to = 1): Mover {
  const path = [
    { x, y },
    { x, y: y - 46 },
  ];
  return { piece, motion: 'float', path, from, to };
}
