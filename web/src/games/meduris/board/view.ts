import type { JsonObject } from '../../../lib/wire/narrow';
import { guard } from '../guard';
import type { View } from '../types.gen';

/** Returns the view with its type; null if it is not a view of this title, such as the empty view before the start. */
export function readView(view: JsonObject): View | null {
  return guard.readView(view);
}

/** The seat whose turn it is; undefined before the first turn and from the last lap on [M41]. */
export function turnSeat(members: JsonObject): number | undefined {
  const view = readView(members);
  if (!view || view.turn.seat < 0 || view.turn.phase === 'over' || view.finish?.lap) return undefined;
  return view.turn.seat;
}
