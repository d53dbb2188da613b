import type { AnimationStep, EntryChange } from '../../../lib/animation/step';
import { eventSteps } from './event-steps';
import { applyEvent } from './apply-event';
import { Positions } from './positions';
import { readView } from '../board/view';

/** Animates an entry: the steps of each event in order, with the view updated after each event. */
export function animate({ events, before }: EntryChange): AnimationStep[] {
  const first = readView(before);
  if (!first) return [];
  let view = first;
  return events.flatMap((event) => {
    const next = applyEvent(view, event);
    const seen = eventSteps({ view, next, at: new Positions(view), after: new Positions(next) }, event);
    view = next;
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: meanwhile }));
  });
}
