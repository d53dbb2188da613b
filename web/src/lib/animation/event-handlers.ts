import type { GameEvent } from '../wire/game';
import type { EventGuard } from '../wire/guard';

/** A handler for each event; `Events` maps event names to their data. */
export type EventHandlers<Events, Rest extends unknown[], Result> = {
  [Name in keyof Events]: (data: Events[Name], ...rest: Rest) => Result;
};

/** Returns a function of events that calls the handler of an event. Without one, and for data that the guard refuses, the result is `fallback`. */
export function byName<Events, Rest extends unknown[], Result>(
  guard: EventGuard<Events>,
  fallback: Result,
  handlers: Partial<EventHandlers<Events, Rest, Result>>,
): (event: GameEvent, ...rest: Rest) => Result {
  const call = <Name extends keyof Events>(name: Name, data: GameEvent['data'], rest: Rest): Result => {
    const handler = handlers[name];
    return handler && guard.isEventData(name, data) ? handler(data, ...rest) : fallback;
  };
  return ({ name, data }, ...rest) => (guard.isEvent(name) ? call(name, data, rest) : fallback);
}
