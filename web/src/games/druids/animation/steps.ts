import { byEvent } from '../../../lib/animation/by-event';
import { readView } from '../board/view';
import { eventSteps } from './event-steps';
import { Positions } from './positions';

export const animate = byEvent(readView, (event, view, next) =>
  eventSteps(event, { view, next, at: new Positions(view), after: new Positions(next) }),
);
