const base = 500;
const cap = 15_000;

/**
 * How long to wait before try number `attempt` (from 0), in milliseconds: anywhere between nothing and a bound that doubles, so that
 * many clients of a server that comes back do not come at once.
 */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(cap, base * 2 ** Math.min(attempt, 10));
}
