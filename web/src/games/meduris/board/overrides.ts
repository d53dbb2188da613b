import type { Material, Point } from './layout';

/** What the board shows otherwise than its view says, while a story is told over it. Nothing of it need be given. */
export interface BoardOverrides {
  /** Where the druid's feet are. */
  druid?: Point;
  /** The druid is drawn by somebody else. */
  noDruid?: boolean;
  /** The face of the die. */
  die?: string;
  /** The water is stirred. */
  river?: boolean;
  /** Points by seat. */
  points?: Readonly<Record<number, number>>;
  /** Stock by material. */
  stock?: Partial<Readonly<Record<Material, number>>>;
  /** Pieces not drawn: buildings by field, chips by field, rune stones by region, workers by plateau and height. */
  hidden?: readonly Hidden[];
}

/** A piece that is not drawn where the view has it. */
export type Hidden = readonly [what: 'field' | 'chip' | 'rune' | Material, no: number];

/** Tells whether a piece is not to be drawn. */
export function isHidden(overrides: BoardOverrides, what: Hidden[0], no: number): boolean {
  return overrides.hidden?.some(([w, n]) => w === what && n === no) ?? false;
}
