import type { GameEvent } from '../wire/game';

/** A handler for each event; `Facts` maps event names to their data. */
export type EventHandlers<Facts, Rest extends unknown[], Result> = {
  [Name in keyof Facts]: (data: Facts[Name], ...rest: Rest) => Result;
};

/**
 * Calls the handler for an event, or returns `fallback` if there is none. The data has the generated type because client and server
 * share its source.
 */
export function handleEvent<Facts, Rest extends unknown[], Result>(
  handlers: Partial<EventHandlers<Facts, Rest, Result>>,
  event: GameEvent,
  fallback: Result,
  ...rest: Rest
): Result {
  const handler = Object.hasOwn(handlers, event.name) ? handlers[event.name as keyof Facts] : undefined;
  return handler ? (handler as (data: unknown, ...rest: Rest) => Result)(event.data, ...rest) : fallback;
}
