import { getContext, setContext } from 'svelte';
import type { TitleClient } from '../../games/contract';
import type { TitleTexts } from '../board/title-texts';

/** The title being played, and its words in the reader's language. */
export interface TitleContext {
  readonly title: TitleClient;
  readonly texts: TitleTexts;
}

const key = Symbol('title');

/** Lets everything inside know the title. */
export function provideTitle(playing: TitleContext): void {
  setContext(key, playing);
}

/** The title of the table around. */
export function useTitle(): TitleContext {
  return getContext<TitleContext>(key);
}
