import { byName } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView, tribeOf } from '../board/view';
import { guard, type Events } from '../guard';
import type { View } from '../types.gen';

const field = (no: number): string[] => (no >= 0 ? [`field ${no}`] : []);
const fieldOf = (tile: number, view: View | null): string[] => field(view?.tiles[tile]?.field ?? -1);
const land = ({ tile }: { tile: number }, view: View | null): string[] => fieldOf(tile, view);
const walk = ({ from, to }: { from: number; to: number }, view: View | null): string[] => [
  ...fieldOf(from, view),
  ...fieldOf(to, view),
];

function tribe({ tribe: id }: { tribe: number }, view: View | null): string[] {
  return view ? fieldOf(tribeOf(view, id)?.tile ?? -1, view) : [];
}

const spots = byName<Events, [view: View | null], string[]>(guard, [], {
  neutral_settled: land,
  tower_placed: land,
  tribe_founded: land,
  tile_shifted: land,
  neutral_moved: walk,
  tribe_moved: walk,
  amulet_delivered: tribe,
  amulet_bought: tribe,
  spell_laid: (event) => field(event.field),
  spell_lifted: (event) => field(event.field),
});

/** The spots of the board that an event is about: fields, and the fields where its lands and tribes are now. */
export const places = (event: GameEvent, view: JsonObject): string[] => spots(event, readView(view));
