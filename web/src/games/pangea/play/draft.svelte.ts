import { draftContext, type AnyDraft, type TableContext } from '../../../lib/board/draft.svelte';
import type { Decision, Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { directOf, actorsOf, groupAlike, type Actor } from './actors';

/** What the reader is about to do: shared by board and panel. It is forgotten with the decision it was about. */
export class Draft implements AnyDraft {
  /** What is to act, by its id. */
  picked: string | null = $state.raw(null);
  /** The field whose choices are listed. */
  opened: number | null = $state.raw(null);
  /** The field that is pointed at, by mouse, key or finger. */
  at: number | null = $state.raw(null);
  /** The reader last used a key: what comes next takes the focus. */
  byKey = false;
  /** All that can act now. */
  readonly actors: readonly Actor[] = $derived.by(() => actorsOf(this.asked, this.table.view));
  readonly actor: Actor | undefined = $derived.by(() => this.actors.find(({ id }) => id === this.picked));
  /** The fields that make a move at once. */
  readonly targets: ReadonlyMap<number, Move> = $derived.by(
    () => this.actor?.targets ?? directOf(this.asked, this.table.view),
  );
  /** The move that ends the phase. */
  readonly end: Move | undefined = $derived.by(() => this.asked?.moves.find((move) => move.do === 'end'));

  constructor(readonly table: TableContext<View>) {}

  private get asked(): Decision | undefined {
    return this.table.busy ? undefined : this.table.decision;
  }

  /** What can act on a field, one of each where they are alike. */
  choicesAt(field: number): { actor: Actor; count: number }[] {
    const { view } = this.table;
    return view
      ? groupAlike(
          this.actors.filter((actor) => actor.field === field),
          view,
        )
      : [];
  }

  /** Whether a bot would choose this field next: to act there, or as where to go. */
  hintedAt(field: number): boolean {
    const { hint } = this.table;
    if (!hint) return false;
    if (this.targets.get(field) === hint) return true;
    return !this.actor && this.actors.some((actor) => actor.field === field && this.hinted(actor));
  }

  /** Whether a bot would let this act. */
  hinted({ moves }: Actor): boolean {
    return this.table.hint !== undefined && moves.includes(this.table.hint);
  }

  /** Chooses a field: plays where all is said, else picks what can act there, or lists it. False where there is nothing to choose. */
  choose(field: number): boolean {
    const move = this.targets.get(field);
    if (move) {
      this.play(move);
      return true;
    }
    const choices = this.choicesAt(field);
    const [only] = choices;
    this.picked = null;
    this.opened = choices.length > 0 ? field : null;
    if (only && choices.length === 1) this.pick(only.actor);
    return choices.length > 0;
  }

  /** Picks what is to act; picked again, it is let go. */
  pick(actor: Actor): void {
    const [move] = actor.moves;
    if (actor.is === 'found' && move) return this.play(move);
    this.picked = this.picked === actor.id ? null : actor.id;
    this.opened = actor.field;
  }

  /** Makes a move. */
  play(move: Move): void {
    this.reset();
    this.at = null;
    this.table.act(move);
  }

  /** One step back. False where there is nothing to go back from. */
  back(): boolean {
    if (this.picked === null && this.opened === null) return false;
    const listed = this.opened !== null && this.choicesAt(this.opened).length > 1;
    if (this.picked === null || !listed) this.opened = null;
    this.picked = null;
    return true;
  }

  /** Another decision, or none: what was begun for the last one is over. */
  reset(): void {
    // What a mouse or a finger pointed at may be gone, and cannot be left any more; the focus of who plays by key tells of itself.
    if (!this.byKey) this.at = null;
    this.picked = null;
    this.opened = null;
  }
}

export const { provideDraft, useDraft } = draftContext<Draft>();
