import { Refusal } from './rest';

/** The failures of a server that may answer soon. */
const passing: readonly string[] = ['offline', 'unavailable', 'overloaded', 'too_fast'];
/** The least and the longest time in seconds after which it is asked again. A proxy may name hours. */
const [least, most] = [5, 300];

export const passes = (error: unknown): error is Refusal => error instanceof Refusal && passing.includes(error.code);

/** The time in seconds after which the server is asked again. */
export const pause = ({ wait }: Refusal): number => Math.min(Math.max(least, wait), most);

/** Calls `ask` once, after the pause or as soon as the browser has a network. The returned function prevents that. */
export function askAgain(failure: Refusal, ask: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener('online', now);
  };
  const now = (): void => {
    stop();
    ask();
  };
  const timer = setTimeout(now, pause(failure) * 1000);
  addEventListener('online', now);
  return stop;
}
