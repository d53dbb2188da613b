import * as scenes from '../../../lib/animation/scene-step';
import type { View } from '../types.gen';
import type { Positions } from './positions';
import type { Scene } from './scene';

export type Transition = scenes.Transition<View, Positions>;
export type SceneStep = scenes.SceneStep<View, Scene>;

export const sceneStep = scenes.sceneStep<View, Scene>;
export const pause = scenes.pause<View, Scene>;
export { flight, glow } from '../../../lib/animation/scene-step';
