import { getContext, setContext } from 'svelte';

/** Whether the part of the page around a component is folded, as a Svelte context. */
interface Folded {
  readonly now: boolean;
}

const key = Symbol('folded');

/** Tells child components whether they are folded. */
export function provideFolded(folded: Folded): void {
  setContext(key, folded);
}

/** Tells whether the surrounding part is folded. */
export function useFolded(): Folded {
  return getContext<Folded | undefined>(key) ?? { now: false };
}
