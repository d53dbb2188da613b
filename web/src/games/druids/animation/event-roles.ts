import { byName } from '../../../lib/animation/event-handlers';
import type { ScoreChange } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import { parts } from './score-parts';
import { guard, type Events } from '../guard';

/** The points of an event; all points come from the valuation. */
export const scoreChanges = byName<Events, [], ScoreChange[]>(guard, [], {
  valued: ({ scores }) =>
    parts.flatMap((source) => scores.map((score) => ({ seat: score.seat, points: score[source], source }))),
});

const bySeat = ({ seat }: { seat: number }): number => seat;

export const recapSeat = byName<Events, [], number | undefined>(guard, undefined, {
  druid_placed: bySeat,
  card_played: bySeat,
  magic_drawn: bySeat,
  figure_moved: bySeat,
  figure_entered: bySeat,
  figure_shifted: bySeat,
  spirit_called: bySeat,
  spirit_banished: bySeat,
  control_taken: bySeat,
  exchange_began: bySeat,
  // exchange_began already reports the card that an exchange takes.
  card_taken: ({ seat, why }) => (why === 'exchange' ? undefined : seat),
  vote_began: ({ first }) => first,
  figures_voted: bySeat,
  card_voted: bySeat,
});

/** The role of an event in the vote and the valuation [D40-D54]. */
export function endingRole({ name }: GameEvent): 'begins' | 'step' | undefined {
  if (name === 'vote_began') return 'begins';
  return endingEvents.includes(name) ? 'step' : undefined;
}

const endingEvents = [
  'figures_voted',
  'card_voted',
  'vote_tied',
  'vote_decided',
  'hands_shown',
  'valued',
  'game_ended',
];
