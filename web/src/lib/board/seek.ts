import { getContext, setContext } from 'svelte';

/** Shows the moment after an entry. */
type Seek = (seq: number) => void;

const key = Symbol('seek');

/** Lets child components go to an entry: on the page of a replay. */
export function provideSeek(seek: Seek): void {
  setContext(key, seek);
}

/** Goes to an entry; undefined on a page that cannot. */
export function useSeek(): Seek | undefined {
  return getContext<Seek | undefined>(key);
}
