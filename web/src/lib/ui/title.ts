import { getContext, setContext } from 'svelte';
import type { TitleClient } from '../../games/contract';
import type { Speech } from '../board/title-texts';

/** The title being played, and its words in the reader's language. */
export interface Playing {
  readonly title: TitleClient;
  readonly speech: Speech;
}

const key = Symbol('title');

/** Lets everything inside know the title. */
export function provideTitle(playing: Playing): void {
  setContext(key, playing);
}

/** The title of the table around. */
export function useTitle(): Playing {
  return getContext<Playing>(key);
}
