import type { Beat, Told } from '../../../lib/story/beat';
import { readView } from '../board/sight';
import { shots } from './direct';
import { forward } from './forward';
import { Places } from './places';
import { bare } from './told';

/** The storyteller of Die Magier von Pangea: each event's shots in order, the board moved on by a fact after each. */
export function beats({ events, before }: Told): Beat[] {
  let view = readView(before);
  if (!view) return [];
  return events.flatMap((event) => {
    if (!view) return [];
    const next = forward(view, event);
    const seen = shots({ view, next, at: new Places(view), after: new Places(next) }, event);
    view = next;
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: bare(meanwhile) }));
  });
}
