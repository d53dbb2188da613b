import type { GameEvent } from '../wire/game';

/** Something for each kind of event; `Facts` has the data of each kind by its name. */
export type EventHandlers<Facts, Rest extends unknown[], Result> = {
  [Name in keyof Facts]: (data: Facts[Name], ...rest: Rest) => Result;
};

/**
 * Hands an event to the one who answers for its kind; `otherwise` where nobody does. The server's types hold its data: they are
 * generated from the same source.
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
