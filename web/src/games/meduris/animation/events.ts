import type { EventHandlers as AnyEventHandlers } from '../../../lib/animation/event-handlers';
import { castTo } from '../../../lib/wire/narrow';
import type * as wire from '../types.gen';

/** The data of each event of Meduris, by event name. */
interface Events {
  set_up: wire.SetUp;
  asked: wire.Asked;
  worker_placed: wire.WorkerPlaced;
  turn_began: wire.TurnBegan;
  die_rolled: wire.DieRolled;
  yielded: wire.Yielded;
  gained: wire.Gained;
  loss_chosen: { seat: number; material?: string };
  losses_returned: wire.LossesReturned;
  worker_moved: wire.WorkerMoved;
  payment_begun: { seat: number };
  payment_bound: { seat: number };
  paid: wire.Paid;
  hut_built: wire.HutBuilt;
  temple_built: wire.TempleBuilt;
  chip_used: wire.ChipUsed;
  rune_taken: wire.RuneTaken;
  druid_moved: wire.DruidMoved;
  river_crossed: wire.RiverCrossed;
  offered: wire.Offered;
  last_turns_announced: wire.LastTurnsAnnounced;
  last_lap_began: wire.LastLapBegan;
  temples_scored: wire.TemplesScored;
  runes_scored: wire.RunesScored;
  hands_shown: wire.HandsShown;
  game_ended: wire.GameEnded;
}

/** A handler for each event. */
export type EventHandlers<Rest extends unknown[], Result> = AnyEventHandlers<Events, Rest, Result>;

/** Casts a view to its generated type. */
export const asView = castTo<wire.View>();
