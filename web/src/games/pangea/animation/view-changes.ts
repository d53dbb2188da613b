/** Changes to a view, one thing at a time: what forward and backward are made of. */
import type { PeopleView, PlayerView, TribeView, View } from '../types.gen';

/** Changes what a player has. */
export function player(view: View, seat: number, change: (now: PlayerView) => Partial<PlayerView>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

/** Changes what belongs to a people. */
export function people(view: View, name: string, change: (now: PeopleView) => Partial<PeopleView>): View {
  return { ...view, peoples: view.peoples.map((one) => (one.people === name ? { ...one, ...change(one) } : one)) };
}

/** The people that a seat plays. */
export function peopleOf(view: View, seat: number): string {
  return view.players.find((one) => one.seat === seat)?.people ?? '';
}

/** Changes a tribe on the board; what comes as undefined is no longer so. */
export function tribe(
  view: View,
  id: number,
  change: { [Member in keyof TribeView]?: TribeView[Member] | undefined },
): View {
  return {
    ...view,
    peoples: view.peoples.map((one) =>
      one.tribes.some((standing) => standing.id === id)
        ? { ...one, tribes: one.tribes.map((now) => (now.id === id ? whole({ ...now, ...change }) : now)) }
        : one,
    ),
  };
}

/** Lays a tile on another field. */
export function lay(view: View, tile: number, field: number): View {
  return { ...view, tiles: view.tiles.map((one, i) => (i === tile ? { ...one, field } : one)) };
}

/** Brings tribes out of the bag onto the board, or back with `by` 1. */
export function bag(now: PeopleView, home: string, by: number): Pick<PeopleView, 'left' | 'bag'> {
  const left = now.left + by;
  if (!now.bag) return { left };
  const counted = { ...now.bag } as Record<string, number>;
  const n = (counted[home] ?? 0) + by;
  return { left, bag: Object.fromEntries(Object.entries({ ...counted, [home]: n }).filter(([, all]) => all > 0)) };
}

/** A tribe without the members that are not so. */
function whole(now: { [Member in keyof TribeView]?: TribeView[Member] | undefined }): TribeView {
  return Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) as unknown as TribeView;
}
