import { untrack } from 'svelte';
import { askAgain, passes } from '../net/again';
import { codeOf, waitOf } from '../net/rest';
import { network } from './network.svelte.ts';

/** An action of the reader that the server carries out: a form or a button. */
export class Submission {
  busy = $state(false);
  /** The error code, if the last action failed. */
  code: string | null = $state(null);
  /** The time in seconds after which the server wants to be asked again; 0 if it named none. */
  wait = $state(0);

  async run(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.code = null;
    try {
      await action();
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** Loads a part of the page. A server that does not answer is asked again, until the returned function is called. */
  load(action: () => Promise<void>): () => void {
    let ended = false;
    let stop = (): void => undefined;
    const ask = async (): Promise<void> => {
      try {
        await action();
      } catch (error) {
        if (ended) return;
        if (passes(error)) {
          network.unanswered.set(ask, error);
          stop = askAgain(error, () => void ask());
          return;
        }
        this.fail(error);
      }
      network.unanswered.delete(ask);
    };
    void untrack(ask);
    return () => {
      ended = true;
      stop();
      network.unanswered.delete(ask);
    };
  }

  private fail(error: unknown): void {
    this.code = codeOf(error);
    this.wait = waitOf(error);
  }

  /** Returns a listener for the event "submit" of a form. */
  submits(action: () => Promise<void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(action);
    };
  }
}
