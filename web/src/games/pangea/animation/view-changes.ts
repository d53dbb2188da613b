/** Single changes to a view, used by applyEvent and undoEvent. */
import type { PeopleView, PlayerView, TribeView, View } from '../types.gen';

/** Changes a player. */
export function player(view: View, seat: number, change: (now: PlayerView) => Partial<PlayerView>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

/** Changes a people. */
export function people(view: View, name: string, change: (now: PeopleView) => Partial<PeopleView>): View {
  return { ...view, peoples: view.peoples.map((one) => (one.people === name ? { ...one, ...change(one) } : one)) };
}

/** The people of a seat. */
export function peopleOf(view: View, seat: number): string {
  return view.players.find((one) => one.seat === seat)?.people ?? '';
}

/** Changes a tribe on the board; undefined removes a member. */
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

/** Moves a tile to another field. */
export function lay(view: View, tile: number, field: number): View {
  return { ...view, tiles: view.tiles.map((one, i) => (i === tile ? { ...one, field } : one)) };
}

/** Moves tribes out of the bag, or back with `by` 1. */
export function bag(now: PeopleView, home: string, by: number): Pick<PeopleView, 'left' | 'bag'> {
  const left = now.left + by;
  if (!now.bag) return { left };
  const counted = { ...now.bag } as Record<string, number>;
  const n = (counted[home] ?? 0) + by;
  return { left, bag: Object.fromEntries(Object.entries({ ...counted, [home]: n }).filter(([, all]) => all > 0)) };
}

/** Removes the undefined members of a tribe. */
function whole(now: { [Member in keyof TribeView]?: TribeView[Member] | undefined }): TribeView {
  return Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) as unknown as TribeView;
}
