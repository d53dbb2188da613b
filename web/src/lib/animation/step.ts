import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** One entry as it came: its events, and what the reader saw before and after. */
export interface EntryChange {
  seq: number;
  events: readonly GameEvent[];
  before: JsonObject;
  after: JsonObject;
}

/** One thing that is shown happening. */
export interface AnimationStep {
  /** Whose sentence is said meanwhile. */
  event: GameEvent;
  /** How long it takes at normal pace, in milliseconds. */
  ms: number;
  /** What stands on the board while it happens: what moves has left where it was and not yet come where it goes. */
  view: JsonObject;
  /** What the title draws over the board; its own business. */
  scene?: unknown;
}

/** Turns an entry into beats, in the order they are to be seen. Of an entry in which nothing is to be seen, none. */
export type AnimateEntry = (change: EntryChange) => AnimationStep[];

/** How fast things are shown happening; `off`: not at all. */
export type AnimationSpeed = (typeof animationSpeeds)[number];

/** The paces there are. */
export const animationSpeeds = ['normal', 'fast', 'off'] as const;

/** What is to be seen now. */
export interface AnimationState {
  view: JsonObject;
  /** What is happening, if anything is. */
  step?: AnimationStep;
  /** How long the beat takes at the present pace, in milliseconds. */
  ms: number;
  /** Counts the beats, so that two alike can be told apart. */
  no: number;
}
