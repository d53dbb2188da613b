import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import type { SoundName } from '../../../lib/sound/sounds';
import { guard, type Events } from '../guard';

const materials: Readonly<Record<string, SoundName>> = { wood: 'wood', wool: 'wool', copper: 'coin', stone: 'stone' };

const silent = (): undefined => undefined;

const handlers: EventHandlers<Events, [], SoundName | undefined> = {
  set_up: silent,
  worker_placed: () => 'wood',
  // The mark of the turn moves, and the player hears the sound of their own turn.
  turn_began: silent,
  die_rolled: () => 'dice',
  yielded: ({ plateau, workers }) => (workers.length > 0 ? materials[plateau] : undefined),
  gained: ({ material }) => materials[material],
  // Secret choices make no sound.
  loss_chosen: silent,
  losses_returned: ({ losses }) => losses.map(({ material }) => materials[material]).find((name) => name !== undefined),
  worker_moved: () => 'wood',
  payment_begun: silent,
  payment_bound: silent,
  paid: () => 'coin',
  hut_built: () => 'wood',
  temple_built: () => 'stone',
  chip_used: () => 'card',
  rune_taken: ({ seat, from }) => (from === seat ? undefined : 'spell'),
  druid_moved: () => 'step',
  river_crossed: () => 'river',
  offered: () => 'offering',
  last_turns_announced: () => 'gong',
  last_lap_began: () => 'gong',
  temples_scored: ({ temples }) => (temples.length > 0 ? 'stone' : undefined),
  runes_scored: ({ runes }) => (runes.length > 0 ? 'spell' : undefined),
  hands_shown: () => 'coin',
  game_ended: () => 'win',
};

/** The sound of an event; see TitleEvents. */
export const sound = byName<Events, [], SoundName | undefined>(guard, undefined, handlers);
