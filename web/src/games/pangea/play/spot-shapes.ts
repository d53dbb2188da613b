/** The outlines of the fields for highlighting, hit testing and keyboard navigation. */
import { box } from '../../../lib/board/svg-paths';
import type { Spot } from '../../../lib/board/spots';
import { cell, crowd, fieldPosition, towerPosition, tribePosition, type Point } from '../board/layout';
import { tribeOf, tribesOn } from '../board/view';
import type { View } from '../types.gen';
import type { Actor } from './actors';

/** A field with its outlines. */
export interface SpotShape extends Spot {
  field: number;
}

/** The key of a field. */
export const keyOf = (field: number): string => `field ${field}`;

/** All fields. */
export function spotShapes(view: View): SpotShape[] {
  const half = cell / 2;
  return view.fields.map((_, field) => {
    const middle = fieldPosition(view, field);
    return {
      field,
      key: keyOf(field),
      glow: box({ x: middle.x, y: middle.y - 1 }, half - 5, half - 4, 16),
      hit: box(middle, half, half, 0),
    };
  });
}

/** The circle around an actor that is smaller than a tile: a tribe or a tower. */
export function placeOf(view: View, actor: Actor): Point & { r: number } {
  const { x, y } = fieldPosition(view, actor.field);
  if (actor.is === 'found') return { x: x + towerPosition.x, y: y + towerPosition.y, r: 23 };
  const here = tribesOn(view, tribeOf(view, actor.no)?.tile ?? -1);
  const at = tribePosition(
    here.findIndex(({ id }) => id === actor.no),
    here.length,
  );
  return { x: x + at.x, y: y + at.y, r: 19 * crowd(here.length).scale };
}
