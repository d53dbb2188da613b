const base = 500;
/** The longest delay in milliseconds while somebody sees the page, and while nobody does. */
const seen = 3_000;
const hidden = 15_000;

/**
 * The delay before attempt `attempt` (from 0) in milliseconds: random below a doubling bound, so that many clients
 * do not reconnect to a restarted server at once. A person who looks at the page waits at most 3 seconds for an attempt.
 */
export function backoff(attempt: number, random: () => number, isHidden: boolean): number {
  return random() * Math.min(isHidden ? hidden : seen, base * 2 ** Math.min(attempt, 10));
}

/** The longest delay in milliseconds that a server may ask for. */
const longest = 10_000;

/** The delay in milliseconds in the reason of a close frame ("... in 1200 ms"): a server that stops spreads the reconnections of its clients. */
export function waitOf(reason: string): number | undefined {
  const found = / in (\d{1,6}) ms$/.exec(reason)?.[1];
  return found === undefined ? undefined : Math.min(Number(found), longest);
}
