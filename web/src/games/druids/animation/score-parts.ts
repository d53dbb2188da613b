import type { ScoreView } from '../types.gen';

/** The parts of a score in scoring order [D50, D51, D52, D53]. */
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
