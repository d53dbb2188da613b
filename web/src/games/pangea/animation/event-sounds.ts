import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import type { SoundName } from '../../../lib/sound/sounds';
import { guard, type Events } from '../guard';

const silent = (): undefined => undefined;

const handlers: EventHandlers<Events, [], SoundName | undefined> = {
  set_up: silent,
  asked: silent,
  neutral_settled: () => 'stone',
  tribes_drawn: () => 'card',
  tower_placed: () => 'stone',
  // The mark of the turn moves, and the player hears the sound of their own turn.
  turn_began: silent,
  spell_lifted: () => 'spell',
  tribe_founded: () => 'wood',
  // Land glides through water.
  tile_shifted: () => 'river',
  neutral_moved: () => 'step',
  tribe_moved: () => 'step',
  phase_ended: silent,
  amulet_delivered: () => 'offering',
  amulet_bought: () => 'coin',
  goods_produced: ({ goods }) => (goods > 0 ? 'wool' : undefined),
  spell_laid: () => 'spell',
  last_round_announced: () => 'gong',
  last_round_fell: () => 'vote',
  game_ended: () => 'win',
};

/** The sound of an event; see TitleEvents. */
export const sound = byName<Events, [], SoundName | undefined>(guard, undefined, handlers);
