import { getContext, setContext } from 'svelte';

/** The part of a lesson that the parts of the page show. */
interface Pointer {
  /** The spots of the board, and the parts of the page, at which the coach points. */
  readonly glowing: readonly string[];
}

const key = Symbol('course');

export function provideCourse(course: Pointer): void {
  setContext(key, course);
}

/** The lesson around this part of the page; undefined outside of lessons. */
export function useCourse(): Pointer | undefined {
  return getContext<Pointer | undefined>(key);
}
