import type { Move } from '../../../lib/wire/game';
import type { Draft } from './draft.svelte';

/** One button's part in `draft.look`. A button loses the focus when it is removed, and its properties must not be read then. */
export class Look {
  private own: Move | null = null;

  constructor(private readonly draft: Pick<Draft, 'look'>) {}

  at(move: Move): void {
    this.own = this.draft.look = move;
  }

  away(): void {
    if (this.draft.look === this.own) this.draft.look = null;
  }
}
