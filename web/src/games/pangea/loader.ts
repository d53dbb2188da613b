import type { TitleLoader } from '../contract';

/** What Die Magier von Pangea brings, each part loaded when it is needed. */
export const pangea: TitleLoader = {
  card: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
  Small: () => import('./board/Small.svelte'),
};
