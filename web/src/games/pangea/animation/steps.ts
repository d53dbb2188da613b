import { byEvent } from '../../../lib/animation/by-event';
import { readView } from '../board/view';
import type { View } from '../types.gen';
import { crowding, ranking } from './consequences';
import { eventSteps } from './event-steps';
import { Positions } from './positions';
import type { Transition } from './scene-step';
import { rankedAs } from './view-changes';

/** Animates an entry: the steps of each event, and what changed with it. A player's plate keeps its rank until the step of the new one. */
export const animate = byEvent(readView, (event, view, next) => {
  const early = transition(view, rankedAs(view, next));
  return [...eventSteps(event, early), ...crowding(early), ...ranking(transition(view, next))];
});

function transition(view: View, next: View): Transition {
  return { view, next, at: new Positions(view), after: new Positions(next) };
}
