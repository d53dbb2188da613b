import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import type { SoundName } from '../../../lib/sound/sounds';
import { guard, type Events } from '../guard';

const silent = (): undefined => undefined;

const handlers: EventHandlers<Events, [], SoundName | undefined> = {
  set_up: silent,
  // The mark of the turn moves, and the player hears the sound of their own turn.
  turn_began: silent,
  druid_placed: () => 'step',
  card_drawn: () => 'card',
  none_drawn: silent,
  reshuffled: () => 'card',
  card_played: () => 'card',
  card_discarded: silent,
  dice_rolled: () => 'dice',
  magic_left: silent,
  magic_drawn: () => 'spell',
  figure_chosen: silent,
  figure_moved: () => 'step',
  figure_entered: () => 'stone',
  figure_shifted: () => 'spell',
  spirit_called: () => 'spell',
  spirit_banished: () => 'spell',
  control_taken: () => 'stone',
  effect_left: silent,
  exchange_began: silent,
  card_taken: () => 'card',
  card_given: () => 'card',
  dice_lost: () => 'wood',
  vote_began: () => 'gong',
  figures_voted: () => 'vote',
  card_voted: () => 'card',
  voting_done: silent,
  vote_tied: () => 'gong',
  vote_decided: () => 'gong',
  hands_shown: () => 'card',
  valued: () => 'coin',
  game_ended: () => 'win',
};

/** The sound of an event; see TitleEvents. */
export const sound = byName<Events, [], SoundName | undefined>(guard, undefined, handlers);
