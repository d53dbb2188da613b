import { getContext, setContext } from 'svelte';

/** Whether the part of the page around a component is folded, as a Svelte context. */
interface Folded {
  readonly now: boolean;
}

const key = Symbol('folded');

export function provideFolded(folded: Folded): void {
  setContext(key, folded);
}

export function useFolded(): Folded {
  return getContext<Folded | undefined>(key) ?? { now: false };
}
