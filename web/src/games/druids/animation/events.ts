import type { EventHandlers as AnyEventHandlers } from '../../../lib/animation/event-handlers';
import { castTo } from '../../../lib/wire/narrow';
import type * as wire from '../types.gen';

/** A card that is redacted for uninvolved viewers. */
type Secret<Event extends { card: string }> = Omit<Event, 'card'> & { card?: string };

/** The data of each event of Die Druiden, by event name. */
interface Events {
  set_up: wire.SetUp;
  asked: wire.Asked;
  turn_began: wire.TurnBegan;
  druid_placed: wire.DruidPlaced;
  card_drawn: Secret<wire.CardDrawn>;
  none_drawn: wire.NoneDrawn;
  reshuffled: wire.Reshuffled;
  card_played: wire.CardPlayed;
  card_discarded: wire.CardDiscarded;
  dice_rolled: wire.DiceRolled;
  magic_left: wire.MagicLeft;
  magic_drawn: wire.MagicDrawn;
  figure_chosen: wire.FigureChosen;
  figure_moved: wire.FigureMoved;
  figure_entered: wire.FigureEntered;
  figure_shifted: wire.FigureShifted;
  spirit_called: wire.SpiritCalled;
  spirit_banished: wire.SpiritBanished;
  control_taken: wire.ControlTaken;
  effect_left: wire.EffectLeft;
  exchange_began: wire.ExchangeBegan;
  card_taken: Secret<wire.CardTaken>;
  card_given: Secret<wire.CardGiven>;
  dice_lost: wire.DiceLost;
  vote_began: wire.VoteBegan;
  figures_voted: wire.FiguresVoted;
  card_voted: wire.CardVoted;
  voting_done: wire.VotingDone;
  vote_tied: wire.VoteTied;
  vote_decided: wire.VoteDecided;
  hands_shown: wire.HandsShown;
  valued: wire.Valued;
  game_ended: wire.GameEnded;
}

/** A handler for each event. */
export type EventHandlers<Rest extends unknown[], Result> = AnyEventHandlers<Events, Rest, Result>;

/** Casts a view to its generated type. */
export const asView = castTo<wire.View>();
