import type { JsonObject } from '../../../lib/wire/narrow';
import { guard } from '../guard';
import type { View } from '../types.gen';

/** Returns the view with its type; null if it is not a view of this title, such as the empty view before the start. */
export function readView(view: JsonObject): View | null {
  return guard.readView(view);
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
