import type { Part } from '../i18n/text';

/** A selectable spot of a board with its outlines as SVG paths in board units. */
export interface Spot {
  /** The unique key of the spot. */
  key: string;
  /** The outline of the glow. */
  glow: string;
  /** The hit area: as large as possible without covering a neighbor. */
  hit: string;
  /** `bare`: the glow does not cover the piece; `dashed`: the rim is dashed. */
  look?: 'bare' | 'dashed';
}

/** Reports whether two spots have the same outlines. */
export function sameOutlines(a: Spot, b: Spot): boolean {
  return a.glow === b.glow && a.hit === b.hit && a.look === b.look;
}

/** The description of a spot. */
export interface SpotDescription {
  name: Part[];
  /** The content of the spot. */
  details: Part[][];
  /** The effects of choosing it, or the reason if it cannot be chosen. */
  effects: Part[][];
  /** The spot can be chosen. */
  can: boolean;
}
