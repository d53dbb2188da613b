import { handleEvent } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';
import { guard } from '../guard';
import type { View } from '../types.gen';
import type { EventHandlers } from './events';

/** The spots of the board that an event is about. */
export function places(event: GameEvent, view: JsonObject): string[] {
  return handleEvent(guard, handlers, event, [], readView(view));
}

const stone = (no: number): string[] => (no >= 0 ? [`stone ${no}`] : []);

/** The stone of a figure now. */
function stoneOf(figure: string, view: View | null): string[] {
  return stone(view?.figures.find((one) => one.figure === figure)?.stone ?? -1);
}

const handlers: Partial<EventHandlers<[view: View | null], string[]>> = {
  druid_placed: (event) => stone(event.stone),
  figure_moved: ({ from, to }) => [...stone(from), ...stone(to)],
  figure_shifted: ({ from, to }) => [...stone(from), ...stone(to)],
  figure_entered: ({ figure }, view) => stoneOf(figure, view),
  spirit_called: (event) => stone(event.stone),
  spirit_banished: (event) => stone(event.stone),
  control_taken: ({ figure }, view) => stoneOf(figure, view),
  card_played: ({ figure }, view) => stoneOf(figure, view),
  card_drawn: () => ['deck'],
  magic_drawn: () => ['deck'],
  reshuffled: () => ['deck'],
  card_discarded: () => ['discard'],
  dice_rolled: () => ['dice'],
};
