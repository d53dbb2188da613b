import { byEvent } from '../../../lib/animation/by-event';
import { readView } from '../board/view';
import { eventSteps } from './event-steps';
import { Positions } from './positions';

/** Animates an entry. A scene that counts points one by one starts from the view before the event. */
export const animate = byEvent(readView, (event, view) => eventSteps(event, view, new Positions(view)));
