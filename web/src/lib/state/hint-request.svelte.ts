import { api, type Hint } from '../net/api';
import { codeOf } from '../net/rest';
import type { Decision, Move } from '../wire/game';

/** What a bot would do in the reader's place, asked for when the reader wants to know. */
export class HintRequest {
  /** The last answer. A hint for another decision than the one asked now is none. */
  hint: Hint | null = $state.raw(null);
  /** Why the last question failed. */
  code: string | null = $state(null);
  busy = $state(false);

  constructor(private readonly table: string) {}

  /** The listed move that was advised for this decision, if any was. */
  moveFor(decision: Decision | undefined): Move | undefined {
    return this.hint && decision?.id === this.hint.decision ? decision.moves[this.hint.index] : undefined;
  }

  /** Asks the server. */
  async ask(): Promise<void> {
    this.busy = true;
    this.code = null;
    try {
      this.hint = await api.hint(this.table);
    } catch (error) {
      this.code = codeOf(error);
    } finally {
      this.busy = false;
    }
  }
}
