import { byName } from '../../../lib/animation/event-handlers';
import type { ScoreChange } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import { guard, type Events } from '../guard';

export const scoreChanges = byName<Events, [], ScoreChange[]>(guard, [], {
  chip_used: ({ seat, points }) => [{ seat, points, source: 'chip' }],
  offered: ({ seat, points }) => [{ seat, points, source: 'offering' }],
  river_crossed: ({ points }) => points.map((n, seat) => ({ seat, points: n, source: 'river' })),
  temples_scored: ({ temples }) =>
    temples.map(({ seat, left, right }) => ({ seat, points: left + right, source: 'temple' })),
  runes_scored: ({ runes }) => runes.map(({ seat, points }) => ({ seat, points, source: 'rune' })),
});

export const recapSeat = byName<Events, [], number | undefined>(guard, undefined, {
  worker_moved: ({ seat }) => seat,
  hut_built: ({ seat }) => seat,
  temple_built: ({ seat }) => seat,
  rune_taken: ({ seat }) => seat,
  offered: ({ seat }) => seat,
  last_turns_announced: ({ seat }) => seat,
});

/** The role of an event in the final scoring [M41-M45]. */
export function endingRole({ name }: GameEvent): 'begins' | 'step' | undefined {
  if (name === 'last_lap_began') return 'begins';
  return endingEvents.includes(name) ? 'step' : undefined;
}

const endingEvents = ['offered', 'temples_scored', 'runes_scored', 'hands_shown', 'game_ended'];
