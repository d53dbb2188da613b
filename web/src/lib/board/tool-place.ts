import { getContext, setContext } from 'svelte';

/** The places of the zoom buttons and of the caption outside the board, as a Svelte context. */
interface ToolPlace {
  readonly element: HTMLElement | undefined;
  readonly captions: HTMLElement | undefined;
}

const key = Symbol('tool place');

export function provideToolPlace(place: ToolPlace): void {
  setContext(key, place);
}

/** The places that the page has for zoom buttons and caption; undefined if they stay at the board. */
export function useToolPlace(): ToolPlace | undefined {
  return getContext<ToolPlace | undefined>(key);
}
