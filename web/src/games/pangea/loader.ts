import type { Component } from 'svelte';
import type { TitleLoader } from '../contract';
import { cardTexts, texts } from './texts';

/** The parts of Die Magier von Pangea, each loaded on first use. */
export const pangea: TitleLoader = {
  texts: { card: cardTexts, client: texts },
  card: () => import('./title-card'),
  client: () => import('.'),
  around: () => import('./around'),
  rules: import.meta.glob<Component>('./rules/*.md', { import: 'default' }),
  lesson: { minutes: 4, text: () => import('./lesson/lesson.json?raw') },
  Small: () => import('./board/Small.svelte'),
};
