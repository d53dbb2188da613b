import { getContext, setContext } from 'svelte';
import type { JsonObject } from '../../lib/wire/narrow';

/** The views of all seats, by seat. */
type Hands = () => readonly JsonObject[];

const key = Symbol('open hands');

/** Lets the table show the hands of all seats: in a replay in which everything is open. */
export function provideOpenHands(hands: Hands): void {
  setContext(key, hands);
}

/** The views of all seats that the table shows; empty on all other pages. */
export function useOpenHands(): Hands {
  return getContext<Hands | undefined>(key) ?? (() => []);
}
