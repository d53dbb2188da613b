import { getContext, setContext } from 'svelte';

/** The links between the lines of the log and the spots of the board, as a Svelte context. */
export class PlaceLinks {
  /** The keys of the spots that flash, and the number of the flash: a new number flashes again. */
  flashed: { readonly keys: readonly string[]; readonly no: number } = $state.raw({ keys: [], no: 0 });
  /** The spot whose lines the log marks; null if none. */
  asked: string | null = $state(null);

  flash(keys: readonly string[]): void {
    this.asked = null;
    this.flashed = { keys, no: this.flashed.no + 1 };
  }

  /** Marks the lines about a spot. */
  ask(key: string | null): void {
    this.asked = key;
  }
}

const key = Symbol('place links');

export function providePlaceLinks(links: PlaceLinks): void {
  setContext(key, links);
}

/** The links of the surrounding table; undefined if it has no board with spots. */
export function usePlaceLinks(): PlaceLinks | undefined {
  return getContext<PlaceLinks | undefined>(key);
}
