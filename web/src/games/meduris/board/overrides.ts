import type { Material, Point } from './layout';

/** Deviations of the board from its view during an animation. All members are optional. */
export interface BoardOverrides {
  /** The position of the druid's feet. */
  druid?: Point;
  /** Hides the druid, because he is a moving piece. */
  noDruid?: boolean;
  die?: string;
  river?: boolean;
  points?: Readonly<Record<number, number>>;
  stock?: Partial<Readonly<Record<Material, number>>>;
  /** Hidden pieces: buildings by field, chips by field, rune stones by region, workers by plateau and height. */
  hidden?: readonly Hidden[];
}

/** A piece that the board hides. */
type Hidden = readonly [what: 'field' | 'chip' | 'rune' | Material, no: number];

/** Reports whether a piece is among the hidden ones. */
export function isHidden(hidden: readonly Hidden[] | undefined, what: Hidden[0], no: number): boolean {
  return hidden?.some(([w, n]) => w === what && n === no) ?? false;
}
