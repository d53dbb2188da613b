import { Early } from '../../lib/app/early';

/** The parts of the page that a running game does not show, by the state of the table. */
export const openTableCode = new Early<'open', typeof import('./OpenTable.svelte')>(() => import('./OpenTable.svelte'));
export const resultCode = new Early<'finished', typeof import('./Result.svelte')>(() => import('./Result.svelte'));
