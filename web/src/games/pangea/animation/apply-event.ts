import { handleEvent } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import { gems, tribeOf } from '../board/view';
import type { View } from '../types.gen';
import { bag, lay, people, peopleOf, player, tribe } from './view-changes';
import { withDerivedValues } from './derived-values';
import type { EventHandlers } from './events';
import { guard } from '../guard';

/**
 * Applies one event to the view, so that the board can be shown between two entries. It does not check rules.
 * After the last event of an entry, the server's view replaces the result. `after` is that view; it has the homes of
 * new tribes.
 */
export function applyEvent(view: View, event: GameEvent, after: View = view): View {
  const next = handleEvent(guard, handlers, event, view, view, after);
  return next === view ? view : withDerivedValues(next);
}

const handlers: Partial<EventHandlers<[View, View], View>> = {
  asked: ({ kind, seat }, view) => {
    const phase = kind === 'place_tower' ? 'placing' : kind;
    const actions = kind === 'magic' ? view.turn.actions : 0;
    return { ...view, waiting: [seat], turn: { ...view.turn, phase, actions } };
  },
  neutral_settled: ({ people: name, tile, tribes }, view, after) => settle(view, name, tile, tribes, after),
  tower_placed: ({ seat, tile, tribes }, view, after) => {
    const now = { ...settle(view, peopleOf(view, seat), tile, tribes, after) };
    if (now.hand?.some(({ id }) => tribes.includes(id))) delete now.hand;
    return now;
  },
  turn_began: ({ seat, round, turn, actions }, view) => ({
    ...view,
    waiting: [seat],
    turn: { seat, round, number: turn, actions, phase: 'magic' },
    peoples: view.peoples.map((one) => ({ ...one, tribes: one.tribes.map((now) => ({ ...now, moved: false })) })),
    players: view.players.map((one) => (one.seat === seat ? { ...one, magic: actions } : one)),
  }),
  spell_lifted: ({ seat }, view) => people(view, peopleOf(view, seat), () => ({ spell: -1 })),
  tribe_founded: ({ people: name, tribe: id, home, tile }, view) =>
    people(acted(view), name, (now) => ({
      ...bag(now, home, -1),
      tribes: [...now.tribes, { id, home, tile }].sort((a, b) => a.id - b.id),
    })),
  tile_shifted: ({ tile, to }, view) => lay(acted(view), tile, to),
  neutral_moved: ({ tribe: id, to }, view) => tribe(acted(view), id, { tile: to }),
  tribe_moved: ({ tribe: id, to }, view) => tribe(view, id, { tile: to, moved: true }),
  // A delivered amulet raises the price by one good and the magic to the number of amulets.
  amulet_delivered: ({ seat, tribe: id, amulet }, view) =>
    player(tribe(view, id, {}, 'carries'), seat, ({ amulets, price, magic }) => ({
      amulets: gems.filter((kind) => kind === amulet || amulets.includes(kind)),
      price: price + 1,
      magic: Math.max(magic, amulets.length + 1),
    })),
  amulet_bought: ({ seat, tribe: id, amulet, price, to, earned }, view) =>
    goods(goods(tribe(view, id, { carries: amulet }), seat, -price), to, earned),
  goods_produced: ({ seat, goods: n }, view) => goods(view, seat, n),
  spell_laid: ({ seat, field }, view) => people(view, peopleOf(view, seat), () => ({ spell: field })),
  last_round_announced: ({ reason }, view) => ({ ...view, lastRound: { reason } }),
  last_round_fell: (_, view) => {
    const now = { ...view };
    delete now.lastRound;
    return now;
  },
  game_ended: (_, view) => ({ ...view, waiting: [], turn: { ...view.turn, phase: 'over' } }),
};

/** Adds goods to a player. */
export function goods(view: View, seat: number, n: number): View {
  return player(view, seat, (now) => ({ goods: now.goods + n }));
}

function acted(view: View): View {
  return { ...view, turn: { ...view.turn, actions: view.turn.actions - 1 } };
}

/** Places the tower of a people on a tile, with its tribes. */
function settle(view: View, name: string, tile: number, tribes: readonly number[], after: View): View {
  const later = after.peoples.find((one) => one.people === name);
  return people(view, name, () => ({
    tower: tile,
    tribes: tribes.map((id) => ({ id, home: tribeOf(after, id)?.home ?? '', tile })),
    ...(later?.bag ? { bag: later.bag } : {}),
  }));
}
