import { isObject, type JsonObject } from '../../../lib/wire/narrow';
import type { View } from '../types.gen';

/** Casts the members of a view to the generated type. Returns null if they are not a view of this title. */
export function readView(members: JsonObject): View | null {
  const whole =
    Array.isArray(members.fields) &&
    Array.isArray(members.runes) &&
    Array.isArray(members.players) &&
    [members.plateaus, members.stock, members.druid, members.turn].every(isObject);
  return whole ? (members as unknown as View) : null;
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
