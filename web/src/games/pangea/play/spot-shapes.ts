/** The outlines of fields and plates for highlighting, hit testing and keyboard navigation. */
import { box } from '../../../lib/board/svg-paths';
import type { Spot } from '../../../lib/board/spots';
import {
  cell,
  crowd,
  fieldPosition,
  plateMiddle,
  plateOf,
  plateWidth,
  towerPosition,
  tribePosition,
  type Point,
} from '../board/layout';
import { tribeOf, tribesOn } from '../board/view';
import type { View } from '../types.gen';
import type { Actor } from './actors';
import type { Place } from './arrow-keys';

/** A field or a plate with its outlines. A plate can never be chosen. */
export type SpotShape = Spot & { place: Place };

export const keyOf = ({ field, seat }: Place): string => (seat === undefined ? `field ${field}` : `plate ${seat}`);

export function spotShapes(view: View): SpotShape[] {
  const half = cell / 2;
  const fields = view.fields.map((_, field): SpotShape => {
    const middle = fieldPosition(view, field);
    return {
      place: { field },
      key: keyOf({ field }),
      glow: box({ x: middle.x, y: middle.y - 1 }, half - 5, half - 4, 16),
      hit: box(middle, half, half, 0),
    };
  });
  const plates = view.players.map(({ seat }): SpotShape => {
    const middle = plateMiddle(seat, view.players.length);
    const [wide, high] = [plateWidth / 2, plateOf(seat, view.players.length).high / 2];
    // The frame of a lesson is thick, and it must not cover the numbers at the edge.
    return {
      place: { seat },
      key: keyOf({ seat }),
      glow: box(middle, wide + 10, high + 10, 20),
      hit: box(middle, wide, high, 16),
    };
  });
  return [...fields, ...plates];
}

/** The circle around an actor that is smaller than a tile: a tribe or a tower. */
export function placeOf(view: View, actor: Actor): Point & { r: number } {
  const { x, y } = fieldPosition(view, actor.field);
  if (actor.is === 'found') return { x: x + towerPosition.x, y: y + towerPosition.y, r: 22 };
  const here = tribesOn(view, tribeOf(view, actor.no)?.tile ?? -1);
  const at = tribePosition(
    here.findIndex(({ id }) => id === actor.no),
    here.length,
  );
  return { x: x + at.x, y: y + at.y, r: 19 * crowd(here.length).scale };
}
