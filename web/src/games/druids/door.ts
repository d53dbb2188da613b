import type { TitleDoor } from '../contract';

/** What Die Druiden brings, each part loaded when it is needed. */
export const druids: TitleDoor = {
  face: () => import('./face'),
  client: () => import('.'),
  Small: () => import('./board/Small.svelte'),
};
