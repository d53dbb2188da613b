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

/** The number of huts in the settlement of a field; 0 if the field has no hut. */
export function settlementAt(view: View, field: number): number {
  const all = view.fields.length;
  const hut = (i: number): boolean => (view.fields[((i % all) + all) % all]?.hut ?? -1) >= 0;
  if (!hut(field)) return 0;
  let huts = 1;
  for (let i = field + 1; huts < all && hut(i); i++) huts++;
  for (let i = field - 1; huts < all && hut(i); i--) huts++;
  return huts;
}
