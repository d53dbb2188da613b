import { untrack } from 'svelte';
import { askAgain, passes } from '../net/again';
import { codeOf } from '../net/rest';
import { network } from './network.svelte.ts';

/** An action of the reader that the server carries out: a form or a button. */
export class Submission {
  busy = $state(false);
  /** The error code, if the last action failed. */
  code: string | null = $state(null);

  async run(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.code = null;
    try {
      await action();
    } catch (error) {
      this.code = codeOf(error);
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
        this.code = codeOf(error);
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

  /** Returns a listener for the event "submit" of a form. */
  submits(action: () => Promise<void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(action);
    };
  }
}
