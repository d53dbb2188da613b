import { handleEvent } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import { scoreChanges } from './event-roles';
import type { FieldView, PlayerView, View } from '../types.gen';
import type { EventHandlers } from './events';
import { guard } from '../guard';

/** A material, which is also the name of a plateau. */
type Kind = keyof View['stock'];

/**
 * Applies one event to the view, so that the board can be shown between two entries. It does not check rules.
 * After the last event of an entry, the server's view replaces the result.
 */
export function applyEvent(view: View, event: GameEvent): View {
  return handleEvent(guard, handlers, event, view, view);
}

const handlers: Partial<EventHandlers<[View], View>> = {
  worker_placed: ({ seat, plateau }, view) =>
    player(onto(view, plateau, seat), seat, ({ workers }) => ({ workers: workers - 1 })),
  turn_began: ({ seat, turn }, view) => ({ ...view, turn: { ...view.turn, seat, number: turn, die: 'none' } }),
  die_rolled: ({ face }, view) => ({ ...view, turn: { ...view.turn, die: face } }),
  yielded: ({ plateau, workers }, view) => stock(view, plateau, -workers.reduce((sum, { amount }) => sum + amount, 0)),
  gained: ({ material }, view) => stock(view, material, -1),
  losses_returned: ({ losses }, view) =>
    losses.reduce((now, { material }) => (material === 'none' ? now : stock(now, material, 1)), view),
  worker_moved: ({ seat, from, height, to }, view) => onto(off(view, from, height), to, seat),
  paid: ({ tokens }, view) => Object.entries(tokens).reduce((now, [kind, n]) => stock(now, kind, n), view),
  hut_built: ({ seat, field }, view) =>
    player(onField(view, field, { hut: seat }), seat, ({ huts }) => ({ huts: huts - 1 })),
  temple_built: ({ seat, field }, view) =>
    player(onField(view, field, { temple: seat }), seat, ({ temples }) => ({ temples: temples - 1 })),
  chip_used: ({ seat, field, points }, view) => score(onField(view, field, { chip: 'none' }), seat, points),
  rune_taken: ({ seat, region }, view) => ({ ...view, runes: view.runes.with(region, seat) }),
  druid_moved: ({ to }, view) => ({ ...view, druid: to }),
  river_crossed: ({ points }, view) => points.reduce((now, n, seat) => score(now, seat, n), view),
  offered: ({ seat, points }, view) => score(view, seat, points),
  temples_scored: ({ temples }, view) =>
    temples.reduce((now, { seat, left, right }) => score(now, seat, left + right), view),
  runes_scored: ({ runes }, view) => runes.reduce((now, { seat, points }) => score(now, seat, points), view),
};

/** Reverts one event of the end: points, payments, chips and the start of the last lap. */
export function undoEvent(view: View, event: GameEvent): View {
  const poorer = scoreChanges(event).reduce((now, { seat, points }) => score(now, seat, -points), view);
  return handleEvent(guard, undone, event, poorer, poorer);
}

const undone: Partial<EventHandlers<[View], View>> = {
  paid: ({ tokens }, view) => Object.entries(tokens).reduce((now, [kind, n]) => stock(now, kind, -n), view),
  chip_used: ({ field, chip }, view) => onField(view, field, { chip }),
  last_lap_began: ({ from }, view) => ({ ...view, druid: from }),
};

/** Adds points to a player. */
export function score(view: View, seat: number, points: number): View {
  return player(view, seat, (now) => ({ points: now.points + points }));
}

/** Removes a worker from a plateau; workers above move down. */
export function off(view: View, plateau: string, height: number): View {
  return stack(view, plateau, (workers) => workers.filter((_, i) => i !== height - 1));
}

/** Changes a field. */
export function onField(view: View, field: number, change: Partial<FieldView>): View {
  const now = view.fields[field];
  return now ? { ...view, fields: view.fields.with(field, { ...now, ...change }) } : view;
}

function onto(view: View, plateau: string, seat: number): View {
  return stack(view, plateau, (workers) => [...workers, seat]);
}

function stack(view: View, plateau: string, change: (workers: number[]) => number[]): View {
  const kind = plateau as Kind;
  return { ...view, plateaus: { ...view.plateaus, [kind]: change(view.plateaus[kind]) } };
}

function stock(view: View, material: string, by: number): View {
  const kind = material as Kind;
  return { ...view, stock: { ...view.stock, [kind]: view.stock[kind] + by } };
}

function player(view: View, seat: number, change: (now: PlayerView) => Partial<PlayerView>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}
