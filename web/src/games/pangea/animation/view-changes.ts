/** The people of a seat, and changes to the view during the steps of one event. */
import type { View } from '../types.gen';

export function peopleOf(view: View, seat: number): string {
  return view.players.find((one) => one.seat === seat)?.people ?? '';
}

/** The view in which a tribe carries nothing, because its amulet is on its way. */
export function without(view: View, id: number): View {
  const peoples = view.peoples.map((one) => ({
    ...one,
    tribes: one.tribes.map((now) => {
      if (now.id !== id) return now;
      const rest = { ...now };
      delete rest.carries;
      return rest;
    }),
  }));
  return { ...view, peoples };
}

/** The view `next` with the ranks and goals of `view`. */
export function rankedAs(view: View, next: View): View {
  const players = next.players.map((one) => {
    const { rank, goal } = view.players.find(({ seat }) => seat === one.seat) ?? one;
    return { ...one, rank, ...(goal !== undefined && { goal }) };
  });
  return { ...next, players };
}
