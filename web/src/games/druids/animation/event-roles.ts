import { answer } from '../../../lib/animation/event-handlers';
import type { Gain } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import { parts } from './score-parts';
import type { ByEvent } from './events';

/** The points an event gave, and for what: all come in the one valuation. */
export function gains(event: GameEvent): Gain[] {
  return answer(counted, event, [] as Gain[]);
}

const counted: Partial<ByEvent<[], Gain[]>> = {
  valued: ({ scores }) =>
    parts.flatMap((source) => scores.map((score) => ({ seat: score.seat, points: score[source], source }))),
};

/** Under whom an event is told again to one who was away. */
export function recap(event: GameEvent): number | undefined {
  return answer(retold, event, undefined as number | undefined);
}

const bySeat = ({ seat }: { seat: number }): number => seat;

const retold: Partial<ByEvent<[], number | undefined>> = {
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
  // What an exchange takes is told by its beginning.
  card_taken: ({ seat, why }) => (why === 'exchange' ? undefined : seat),
  vote_began: ({ first }) => first,
  figures_voted: bySeat,
  card_voted: bySeat,
};

/** What an event is to the vote and the valuation [D40-D54]. */
export function finale({ name }: GameEvent): 'begins' | 'step' | undefined {
  if (name === 'vote_began') return 'begins';
  return steps.includes(name) ? 'step' : undefined;
}

const steps = ['figures_voted', 'card_voted', 'vote_tied', 'vote_decided', 'hands_shown', 'valued', 'game_ended'];
