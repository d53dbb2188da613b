import type { EventHandlers as AnyEventHandlers } from '../../../lib/animation/event-handlers';
import type { JsonObject } from '../../../lib/wire/narrow';
import type * as wire from '../types.gen';

/** What each event of Die Magier von Pangea says, by its name. */
export interface Events {
  set_up: wire.SetUp;
  asked: wire.Asked;
  neutral_settled: wire.NeutralSettled;
  /** Others learn the seat only. */
  tribes_drawn: { seat: number; tribes?: number[] };
  tower_placed: wire.TowerPlaced;
  turn_began: wire.TurnBegan;
  spell_lifted: wire.SpellLifted;
  tribe_founded: wire.TribeFounded;
  tile_shifted: wire.TileShifted;
  neutral_moved: wire.NeutralMoved;
  tribe_moved: wire.TribeMoved;
  phase_ended: wire.PhaseEnded;
  amulet_delivered: wire.AmuletDelivered;
  amulet_bought: wire.AmuletBought;
  goods_produced: wire.GoodsProduced;
  spell_laid: wire.SpellLaid;
  last_round_announced: wire.LastRoundAnnounced;
  last_round_fell: wire.LastRoundFell;
  game_ended: wire.GameEnded;
}

/** Something for each kind of event. */
export type EventHandlers<Rest extends unknown[], Result> = AnyEventHandlers<Events, Rest, Result>;

/** A view as its generated type. */
export function asView(view: JsonObject): wire.View {
  return view as unknown as wire.View;
}

/** A view as the frame carries it. */
export function asJson(view: wire.View): JsonObject {
  return view as unknown as JsonObject;
}
