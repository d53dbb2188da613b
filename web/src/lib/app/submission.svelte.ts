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
}
