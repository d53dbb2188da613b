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
