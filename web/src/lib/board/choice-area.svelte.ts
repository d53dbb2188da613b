import { getContext, setContext } from 'svelte';
import type { ChoiceTarget } from './choice-zoom';

/** The connection between the frame of a board and its layer of spots, as a Svelte context. */
export class ChoiceArea {
  /** The keys of the highlighted spots. A change is a new step of the choice. */
  step = $state('');
  /** The layer of spots is drawn, so that the highlighted spots are known. */
  known = $state(false);
  frame = $state(0);
  playing = $state(false);
  /** Measures the highlighted spots. Set by the layer of spots. */
  measure: () => readonly ChoiceTarget[] = () => [];
  /** A tap hit no spot. Set by the frame. */
  missed: () => void = () => undefined;
  /** Reports whether the board moved by itself just now, so that a tap may have been meant for something else. Set by the frame. */
  justMoved: () => boolean = () => false;
}

const key = Symbol('choice area');

/** Provides the connection to frame and spots. */
export function provideChoiceArea(area: ChoiceArea): void {
  setContext(key, area);
}

/** The connection of the surrounding board; undefined outside of a board that zooms. */
export function useChoiceArea(): ChoiceArea | undefined {
  return getContext<ChoiceArea | undefined>(key);
}
