import { byName } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';
import { guard, type Events } from '../guard';
import type { Place, View } from '../types.gen';

const at = ({ field }: { field: number }): string[] => [`field ${field}`];
const onField = ({ at: where, no }: Place): string[] => (where === 'field' ? [`field ${no}`] : []);

function fieldsOf(region: number, view: View | null): string[] {
  return (view?.fields ?? []).flatMap((field, no) => (field.region === region ? [`field ${no}`] : []));
}

const spots = byName<Events, [view: View | null], string[]>(guard, [], {
  worker_placed: ({ plateau }) => [`plateau ${plateau}`],
  worker_moved: ({ from, to }) => [`plateau ${from}`, `plateau ${to}`],
  yielded: ({ plateau }) => [`plateau ${plateau}`],
  gained: ({ material }) => [`stock ${material}`],
  hut_built: at,
  temple_built: at,
  chip_used: at,
  offered: at,
  druid_moved: ({ to }) => onField(to),
  rune_taken: ({ region }, view) => fieldsOf(region, view),
  temples_scored: ({ temples }) => temples.flatMap(at),
});

export const places = (event: GameEvent, view: JsonObject): string[] => spots(event, readView(view));
