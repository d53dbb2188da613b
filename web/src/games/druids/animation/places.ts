import { byName } from '../../../lib/animation/event-handlers';
import { guard, type Events } from '../guard';

const stone = (no: number): string[] => (no >= 0 ? [`stone ${no}`] : []);

/** The spots of the board that an event is about. */
export const places = byName<Events, [], string[]>(guard, [], {
  druid_placed: (event) => stone(event.stone),
  figure_moved: ({ from, to }) => [...stone(from), ...stone(to)],
  figure_shifted: ({ from, to }) => [...stone(from), ...stone(to)],
  figure_entered: () => ['center'],
  spirit_called: (event) => stone(event.stone),
  spirit_banished: (event) => stone(event.stone),
  control_taken: ({ figure }) => [`figure ${figure}`],
  card_played: ({ figure, victim }) =>
    victim >= 0 ? [`shield ${victim}`] : figure === 'none' ? [] : [`figure ${figure}`],
  exchange_began: ({ seat, with: other }) => [`shield ${seat}`, `shield ${other}`],
  card_taken: ({ seat, from }) => [`shield ${from}`, `shield ${seat}`],
  card_given: ({ seat, from }) => [`shield ${from}`, `shield ${seat}`],
  card_drawn: () => ['deck'],
  magic_drawn: () => ['deck'],
  reshuffled: () => ['deck'],
  card_discarded: () => ['discard'],
  none_drawn: () => ['deck'],
  dice_rolled: () => ['dice'],
  dice_lost: ({ dice }) => dice.map((die) => `die ${die}`),
  vote_began: () => ['center'],
});
