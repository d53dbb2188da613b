import type { EventHandlers as AnyEventHandlers } from '../../../lib/animation/event-handlers';
import { castTo } from '../../../lib/wire/narrow';
import type * as wire from '../types.gen';

/** The data of each event of Die Magier von Pangea, by event name. */
interface Events {
  set_up: wire.SetUp;
  asked: wire.Asked;
  neutral_settled: wire.NeutralSettled;
  /** Redacted for other seats. */
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

/** A handler for each event. */
export type EventHandlers<Rest extends unknown[], Result> = AnyEventHandlers<Events, Rest, Result>;

/** Casts a view to its generated type. */
export const asView = castTo<wire.View>();
