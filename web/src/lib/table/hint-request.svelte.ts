import { Submission } from '../app/submission.svelte.ts';
import type { Hint } from '../net/api';
import type { Decision, Move } from '../wire/game';

/** Requests a hint for the reader's decision. */
export class HintRequest extends Submission {
  /** The last hint; it applies only to the decision that it names. */
  hint: Hint | null = $state.raw(null);

  constructor(private readonly request: () => Promise<Hint>) {
    super();
  }

  moveFor(decision: Decision | undefined): Move | undefined {
    return this.hint && decision?.id === this.hint.decision ? decision.moves[this.hint.index] : undefined;
  }

  ask(): Promise<void> {
    return this.run(async () => {
      this.hint = await this.request();
    });
  }
}
