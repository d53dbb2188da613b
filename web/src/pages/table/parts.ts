import { Early } from '../../lib/app/early';
import { loadAround } from '../../games/catalog';
import type { TitleAround } from '../../games/contract';

/** The parts of the page that a running game does not show, by the state of the table. */
export const openTableCode = new Early<'open', typeof import('./OpenTable.svelte')>(() => import('./OpenTable.svelte'));
export const resultCode = new Early<'finished', typeof import('./Result.svelte')>(() => import('./Result.svelte'));

/** The parts of the page around a board: those of every title, and the title's own. */
export interface Around {
  parts: typeof import('./around');
  own: TitleAround;
}

/** The parts around a board, by title. They come after the board. */
export const aroundCode = new Early<string, Around>(async (title) => {
  const [parts, own] = await Promise.all([import('./around'), loadAround(title)]);
  return { parts, own };
});
