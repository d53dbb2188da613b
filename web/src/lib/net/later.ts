import { codeOf } from './rest';

/** The failures of a server that may answer soon. */
const passing = ['offline', 'unavailable', 'overloaded', 'too_fast'];
/** The time in milliseconds after which it is asked again. */
const again = 5_000;

export const passes = (error: unknown): boolean => passing.includes(codeOf(error));

/** Calls `ask` once, after a while or as soon as the browser has a network. */
export function later(ask: () => void): void {
  const now = (): void => {
    clearTimeout(timer);
    removeEventListener('online', now);
    ask();
  };
  const timer = setTimeout(now, again);
  addEventListener('online', now);
}
