import type { Hint } from '../net/api';
import { codeOf } from '../net/rest';
import type { Decision, Move } from '../wire/game';

/** Requests a hint for the reader's decision. */
export class HintRequest {
  /** The last hint; it applies only to the decision that it names. */
  hint: Hint | null = $state.raw(null);
  /** The error code of the last request. */
  code: string | null = $state(null);
  busy = $state(false);

  constructor(private readonly request: () => Promise<Hint>) {}

  moveFor(decision: Decision | undefined): Move | undefined {
    return this.hint && decision?.id === this.hint.decision ? decision.moves[this.hint.index] : undefined;
  }

  async ask(): Promise<void> {
    this.busy = true;
    this.code = null;
    try {
      this.hint = await this.request();
    } catch (error) {
      this.code = codeOf(error);
    } finally {
      this.busy = false;
    }
  }
}
