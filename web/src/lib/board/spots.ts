import type { Part } from '../i18n/text';

/** A selectable spot of a board with its outlines as SVG paths in board units, without arcs. */
export interface Spot {
  key: string;
  glow: string;
  /** The hit area: as large as possible without covering a neighbor. */
  hit: string;
  /** `bare`: the glow does not cover the piece; `dashed`: the rim is dashed. */
  look?: 'bare' | 'dashed';
}

export function sameOutlines(a: Spot, b: Spot): boolean {
  return a.glow === b.glow && a.hit === b.hit && a.look === b.look;
}

export interface SpotDescription {
  name: Part[];
  details: Part[][];
  /** The effects of choosing it, or the reason if it cannot be chosen. */
  effects: Part[][];
  can: boolean;
}
