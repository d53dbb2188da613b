import type { EventHandlers as AnyEventHandlers } from '../../../lib/animation/event-handlers';
import type { Events } from '../guard';

export type EventHandlers<Rest extends unknown[], Result> = AnyEventHandlers<Events, Rest, Result>;
