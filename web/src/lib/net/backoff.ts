const base = 500;
const cap = 15_000;

/**
 * The delay before attempt `attempt` (from 0) in milliseconds: random below a doubling bound, so that many clients
 * do not reconnect to a restarted server at once.
 */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(cap, base * 2 ** Math.min(attempt, 10));
}
