import { codeOf } from './rest';

/** The failures of a server that may answer soon. */
const passing = ['offline', 'unavailable', 'overloaded', 'too_fast'];
/** The time in milliseconds after which it is asked again. */
const delay = 5_000;

export const passes = (error: unknown): boolean => passing.includes(codeOf(error));

/** Calls `ask` once, after a while or as soon as the browser has a network. */
export function askAgain(ask: () => void): void {
  const now = (): void => {
    clearTimeout(timer);
    removeEventListener('online', now);
    ask();
  };
  const timer = setTimeout(now, delay);
  addEventListener('online', now);
}
