import { codeOf } from './rest';

/** The failures of a server that may answer soon. */
export const passing: readonly string[] = ['offline', 'unavailable', 'overloaded', 'too_fast'];
/** The time in milliseconds after which it is asked again. */
const delay = 5_000;

export const passes = (error: unknown): boolean => passing.includes(codeOf(error));

/** Calls `ask` once, after a while or as soon as the browser has a network. The returned function prevents that. */
export function askAgain(ask: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener('online', now);
  };
  const now = (): void => {
    stop();
    ask();
  };
  const timer = setTimeout(now, delay);
  addEventListener('online', now);
  return stop;
}
