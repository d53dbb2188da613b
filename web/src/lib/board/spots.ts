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

/** Keeps the objects of spots that have not changed, so that only the others are drawn again. */
export class StableSpots<S extends Spot> {
  private known = new Map<string, S>();

  /** Returns the spots in their order. An earlier object replaces a new one with the same key and outlines. */
  of(spots: readonly S[]): readonly S[] {
    const all = spots.map((spot) => {
      const before = this.known.get(spot.key);
      const same = before?.glow === spot.glow && before.hit === spot.hit && before.look === spot.look;
      return before && same ? before : spot;
    });
    this.known = new Map(all.map((spot) => [spot.key, spot]));
    return all;
  }
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
