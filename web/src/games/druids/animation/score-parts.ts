import type { ScoreView } from '../types.gen';

/** What a score is made of, in the order in which it is counted [D50, D51, D52, D53]. */
export const parts = [
  'druid',
  'there',
  'outside',
  'plants',
  'potions',
  'pairs',
  'morrigan',
  'belladonna',
] as const satisfies readonly (keyof ScoreView)[];

export type Part = (typeof parts)[number];
