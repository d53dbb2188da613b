import { getContext, setContext } from 'svelte';

/** The place of the zoom buttons outside the board, as a Svelte context. */
interface ToolPlace {
  /** Undefined until the place is rendered. */
  readonly element: HTMLElement | undefined;
}

const key = Symbol('tool place');

/** Provides the place to child components. */
export function provideToolPlace(place: ToolPlace): void {
  setContext(key, place);
}

/** The place that the page has for the zoom buttons; undefined if they stay at the board. */
export function useToolPlace(): ToolPlace | undefined {
  return getContext<ToolPlace | undefined>(key);
}
