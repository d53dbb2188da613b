import type { Beat, Told } from '../../../lib/animation/step';
import { shots } from './event-steps';
import { forward } from './apply-event';
import { Places } from './positions';
import { bare, typed } from './events';

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
