import type { Decision, GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** One entry: its events, and the views before, between and after them. */
export interface EntryChange {
  seq: number;
  events: readonly GameEvent[];
  /** The view after each event; empty if they are not known. Then nothing is animated. */
  views: readonly JsonObject[];
  before: JsonObject;
  after: JsonObject;
  /** The decisions that were open before the entry and still are after it; absent in recordings. */
  open?: readonly Decision[];
}

export interface AnimationStep {
  event: GameEvent;
  /** The duration at normal speed, in milliseconds. */
  ms: number;
  /** The view during the step, without the moving pieces. */
  view: JsonObject;
  /** The title's drawing over the board; only the title knows its type. */
  scene?: unknown;
}

/** Converts an entry to animation steps in order; empty if there is nothing to animate. */
export type AnimateEntry = (change: EntryChange) => AnimationStep[];

/** The animation speed; `off` disables animations. */
export type AnimationSpeed = (typeof animationSpeeds)[number];

export const animationSpeeds = ['normal', 'fast', 'off'] as const;

export interface AnimationState {
  view: JsonObject;
  step?: AnimationStep;
  entry?: EntryChange;
  /** The number of events of that entry that are shown, including the running one. */
  shown?: number;
  /** The duration of the step at the current speed, in milliseconds. */
  ms: number;
  /** The number of the step, which distinguishes equal steps. */
  no: number;
}

/** The scene of the step that is shown, in the type of the title that made it. */
export function sceneOf<Scene>(animation: AnimationState | undefined): Scene | undefined {
  return animation?.step?.scene as Scene | undefined;
}
