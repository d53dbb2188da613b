import { byEvent } from '../../../lib/animation/by-event';
import { readView } from '../board/view';
import { crowding, ranking } from './consequences';
import { eventSteps } from './event-steps';
import { Positions } from './positions';

/** Animates an entry: the steps of each event, and what changed with it. */
export const animate = byEvent(readView, (event, view, next) => {
  const now = { view, next, at: new Positions(view), after: new Positions(next) };
  return [...eventSteps(now, event), ...crowding(now), ...ranking(now)];
});
