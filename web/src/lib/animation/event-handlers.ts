import type { GameEvent } from '../wire/game';
import type { EventGuard } from '../wire/guard';

/** A handler for each event; `Events` maps event names to their data. */
export type EventHandlers<Events, Rest extends unknown[], Result> = {
  [Name in keyof Events]: (data: Events[Name], ...rest: Rest) => Result;
};

export function handleEvent<Events, Rest extends unknown[], Result>(
  guard: EventGuard<Events>,
  handlers: Partial<EventHandlers<Events, Rest, Result>>,
  event: GameEvent,
  fallback: Result,
  ...rest: Rest
): Result {
  return guard.isEvent(event.name) ? call(guard, event.name, handlers, event, fallback, rest) : fallback;
}

function call<Events, Name extends keyof Events, Rest extends unknown[], Result>(
  guard: EventGuard<Events>,
  name: Name,
  handlers: Partial<EventHandlers<Events, Rest, Result>>,
  { data }: GameEvent,
  fallback: Result,
  rest: Rest,
): Result {
  const handler = handlers[name];
  return handler && guard.isEventData(name, data) ? handler(data, ...rest) : fallback;
}
