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
