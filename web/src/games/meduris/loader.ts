import type { TitleLoader } from '../contract';

/** What Meduris brings, each part loaded when it is needed. */
export const meduris: TitleLoader = {
  card: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
  Small: () => import('./board/Small.svelte'),
};
