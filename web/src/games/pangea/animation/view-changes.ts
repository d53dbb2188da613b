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

/** Changes a tribe on the board, and removes one of its optional members. */
export function tribe(view: View, id: number, change: Partial<TribeView>, without?: 'carries' | 'moved'): View {
  const changed = (now: TribeView): TribeView => {
    const next = { ...now, ...change };
    if (without === 'carries') delete next.carries;
    if (without === 'moved') delete next.moved;
    return next;
  };
  return {
    ...view,
    peoples: view.peoples.map((one) =>
      one.tribes.some((standing) => standing.id === id)
        ? { ...one, tribes: one.tribes.map((now) => (now.id === id ? changed(now) : now)) }
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
  const counted: Record<string, number> = { ...now.bag };
  const n = (counted[home] ?? 0) + by;
  return { left, bag: Object.fromEntries(Object.entries({ ...counted, [home]: n }).filter(([, all]) => all > 0)) };
}
