import type { TitleLoader } from '../contract';

/** The parts of Die Magier von Pangea, each loaded on first use. */
export const pangea: TitleLoader = {
  card: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
  Small: () => import('./board/Small.svelte'),
};
