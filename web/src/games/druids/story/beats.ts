import type { Beat, Told } from '../../../lib/story/beat';
import { shots } from './direct';
import { forward } from './forward';
import { Places } from './places';
import { bare, typed } from './told';

/** The storyteller of Die Druiden: each event's shots in order, the board moved on by a fact after each. */
export function beats({ events, before }: Told): Beat[] {
  if (!('figures' in before)) return [];
  let view = typed(before);
  return events.flatMap((event) => {
    const next = forward(view, event);
    const seen = shots({ view, next, at: new Places(view), after: new Places(next) }, event);
    view = next;
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: bare(meanwhile) }));
  });
}
