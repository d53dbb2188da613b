import { codeOf } from '../net/rest';

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

  /** Returns a listener for the event "submit" of a form. */
  submits(action: () => Promise<void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(action);
    };
  }
}
