import type { GameEvent } from '../wire/game';

/** Something for each kind of event; `Facts` has the data of each kind by its name. */
export type ByEvent<Facts, Rest extends unknown[], Result> = {
  [Name in keyof Facts]: (data: Facts[Name], ...rest: Rest) => Result;
};

/**
 * Hands an event to the one who answers for its kind; `otherwise` where nobody does. The server's types hold its data: they are
 * generated from the same source.
 */
export function answer<Facts, Rest extends unknown[], Result>(
  table: Partial<ByEvent<Facts, Rest, Result>>,
  event: GameEvent,
  otherwise: Result,
  ...rest: Rest
): Result {
  const one = Object.hasOwn(table, event.name) ? table[event.name as keyof Facts] : undefined;
  return one ? (one as (data: unknown, ...rest: Rest) => Result)(event.data, ...rest) : otherwise;
}
