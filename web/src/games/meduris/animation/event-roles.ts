import { answer } from '../../../lib/animation/event-handlers';
import type { Gain } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import type { ByEvent } from './events';

/** The points an event gave, and for what. */
export function gains(event: GameEvent): Gain[] {
  return answer(counted, event, []);
}

const counted: Partial<ByEvent<[], Gain[]>> = {
  chip_used: ({ seat, points }) => [{ seat, points, source: 'chip' }],
  offered: ({ seat, points }) => [{ seat, points, source: 'offering' }],
  river_crossed: ({ points }) => points.map((n, seat) => ({ seat, points: n, source: 'river' })),
  temples_scored: ({ temples }) =>
    temples.map(({ seat, left, right }) => ({ seat, points: left + right, source: 'temple' })),
  runes_scored: ({ runes }) => runes.map(({ seat, points }) => ({ seat, points, source: 'rune' })),
};

/** Under whom an event is told again to one who was away. */
export function recap(event: GameEvent): number | undefined {
  return answer(retold, event, undefined);
}

const retold: Partial<ByEvent<[], number>> = {
  worker_moved: ({ seat }) => seat,
  hut_built: ({ seat }) => seat,
  temple_built: ({ seat }) => seat,
  rune_taken: ({ seat }) => seat,
  offered: ({ seat }) => seat,
  last_turns_announced: ({ seat }) => seat,
};

/** What an event is to the final scoring [M41-M45]. */
export function finale({ name }: GameEvent): 'begins' | 'step' | undefined {
  if (name === 'last_lap_began') return 'begins';
  return steps.includes(name) ? 'step' : undefined;
}

const steps = ['offered', 'temples_scored', 'runes_scored', 'hands_shown', 'game_ended'];
