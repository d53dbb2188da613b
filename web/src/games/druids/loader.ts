import type { TitleLoader } from '../contract';

/** What Die Druiden brings, each part loaded when it is needed. */
export const druids: TitleLoader = {
  card: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
  Small: () => import('./board/Small.svelte'),
};
