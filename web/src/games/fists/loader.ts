import type { TitleLoader } from '../contract';

/** The parts of Fists, each loaded on first use. */
export const fists: TitleLoader = {
  card: () => import('./title-card'),
  client: () => import('.'),
  rules: { en: () => import('./rules/RulesEn.svelte'), nl: () => import('./rules/RulesNl.svelte') },
};
