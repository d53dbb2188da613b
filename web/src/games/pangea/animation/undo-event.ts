import { handleEvent } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import type { View } from '../types.gen';
import { bag, lay, people, peopleOf, player, tribe } from './view-changes';
import { goods } from './apply-event';
import { withDerivedValues } from './derived-values';
import { readView } from '../board/view';
import type { EventHandlers } from './events';
import { guard } from '../guard';

/**
 * Computes the view before the end from the last view; see TitleEvents. The events do not contain earlier ranks, so all ranks are hidden
 * until they are reached again.
 */
export function rewind(last: JsonObject, events: readonly GameEvent[]): JsonObject {
  const view = readView(last);
  if (!view) return last;
  const open: View = { ...view, players: view.players.map((one) => ({ ...one, rank: 0, missing: [] })) };
  return events.reduceRight<View>((now, event) => undoEvent(now, event), open);
}

/** Reverts one event. */
export function undoEvent(view: View, event: GameEvent): View {
  const before = handleEvent(guard, handlers, event, view, view);
  return before === view ? view : withDerivedValues(before);
}

const handlers: Partial<EventHandlers<[View], View>> = {
  neutral_settled: ({ people: name }, view) => people(view, name, () => ({ tower: -1, tribes: [] })),
  tower_placed: ({ seat }, view) => people(view, peopleOf(view, seat), () => ({ tower: -1, tribes: [] })),
  turn_began: (_, view) => ({ ...view, waiting: [], turn: { ...view.turn, number: view.turn.number - 1 } }),
  spell_lifted: ({ seat, field }, view) => people(view, peopleOf(view, seat), () => ({ spell: field })),
  tribe_founded: ({ people: name, tribe: id, home }, view) =>
    people(view, name, (now) => ({ ...bag(now, home, 1), tribes: now.tribes.filter((one) => one.id !== id) })),
  tile_shifted: ({ tile, from }, view) => lay(view, tile, from),
  neutral_moved: ({ tribe: id, from }, view) => tribe(view, id, { tile: from }),
  tribe_moved: ({ tribe: id, from }, view) => tribe(view, id, { tile: from }, 'moved'),
  amulet_delivered: ({ seat, tribe: id, amulet }, view) =>
    player(tribe(view, id, { carries: amulet }), seat, ({ amulets, price }) => ({
      amulets: amulets.filter((kind) => kind !== amulet),
      price: price - 1,
      magic: Math.max(1, amulets.length - 1),
    })),
  amulet_bought: ({ seat, tribe: id, price, to, earned }, view) =>
    goods(goods(tribe(view, id, {}, 'carries'), seat, price), to, -earned),
  goods_produced: ({ seat, goods: n }, view) => goods(view, seat, -n),
  spell_laid: ({ seat }, view) => people(view, peopleOf(view, seat), () => ({ spell: -1 })),
  last_round_announced: (_, view) => {
    const now = { ...view };
    delete now.lastRound;
    return now;
  },
};
