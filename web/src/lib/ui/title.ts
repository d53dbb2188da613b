import { getContext, setContext } from 'svelte';
import type { TitleAround, TitleClient } from '../../games/contract';
import type { TitleTexts } from '../board/title-texts';

/** The current title with its texts in the reader's language, as a Svelte context. */
interface TitleContext {
  readonly title: TitleClient;
  readonly texts: TitleTexts;
  /** Empty until it is loaded. */
  readonly around: TitleAround;
}

const key = Symbol('title');

export function provideTitle(playing: TitleContext): void {
  setContext(key, playing);
}

export function useTitle(): TitleContext {
  return getContext<TitleContext>(key);
}
