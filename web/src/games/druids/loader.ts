import type { TitleDoor } from '../contract';

/** What Die Druiden brings, each part loaded when it is needed. */
export const druids: TitleDoor = {
  face: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
  Small: () => import('./board/Small.svelte'),
};
