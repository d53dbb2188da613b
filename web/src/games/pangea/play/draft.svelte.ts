import { AnyDraft, tableContext, useAnyDraft } from '../../../lib/board/draft.svelte';
import type { Decision, Move } from '../../../lib/wire/game';
import type { TableProps } from '../../contract';
import { readView } from '../board/view';
import type { View } from '../types.gen';
import { directOf, actorsOf, groupAlike, type Actor } from './actors';
import type { Place } from './arrow-keys';

export class Draft extends AnyDraft<View, Place> {
  picked: string | null = $state.raw(null);
  /** The field whose choices are listed. */
  opened: number | null = $state.raw(null);
  /** The id of the actor under the mouse, if it is smaller than a field. */
  over: string | null = $state.raw(null);
  readonly actors: readonly Actor[] = $derived.by(() => actorsOf(this.asked, this.table.view));
  readonly actor: Actor | undefined = $derived.by(() => this.actors.find(({ id }) => id === this.picked));
  /** The actor whose targets are shown: the picked one, or the one that a click would pick. */
  readonly shown: Actor | undefined = $derived.by(() => {
    if (this.actor) return this.actor;
    const pointed = this.actors.find(({ id }) => id === this.over);
    if (pointed) return pointed;
    const field = this.at?.field;
    const here = field === undefined || this.targets.has(field) ? [] : this.choicesAt(field);
    return here.length === 1 ? here[0]?.actor : here.find(({ actor }) => actor.is === 'shift')?.actor;
  });
  readonly targets: ReadonlyMap<number, Move> = $derived.by(
    () => this.actor?.targets ?? directOf(this.asked, this.table.view),
  );
  readonly end: Move | undefined = $derived.by(() => this.asked?.moves.find((move) => move.do === 'end'));

  private get asked(): Decision | undefined {
    return this.table.busy ? undefined : this.table.decision;
  }

  choicesAt(field: number): { actor: Actor; count: number }[] {
    const { view } = this.table;
    return view
      ? groupAlike(
          this.actors.filter((actor) => actor.field === field),
          view,
          (actor) => this.hinted(actor),
        )
      : [];
  }

  /** Reports whether the hinted move includes this field next, as the actor's field or as the target. */
  hintedAt(field: number): boolean {
    const { hint } = this.table;
    if (!hint) return false;
    if (this.targets.get(field) === hint) return true;
    return !this.actor && this.actors.some((actor) => actor.field === field && this.hinted(actor));
  }

  hinted({ moves }: Actor): boolean {
    return this.table.hint !== undefined && moves.includes(this.table.hint);
  }

  /**
   * Chooses a field. Plays a complete move, picks the only actor, or lists the actors. A bag is always listed, because a drawn tribe cannot be
   * taken back. Returns false if there is nothing to choose.
   */
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
    if (only && choices.length === 1 && only.actor.is !== 'found') this.pick(only.actor);
    return choices.length > 0;
  }

  /** Picks an actor; a second call cancels the pick. */
  pick(actor: Actor): void {
    const [move] = actor.moves;
    if (actor.is === 'found' && move) return this.play(move);
    this.picked = this.picked === actor.id ? null : actor.id;
    this.opened = actor.field;
  }

  play(move: Move): void {
    this.reset();
    this.at = null;
    this.table.act(move);
  }

  override get begun(): boolean {
    return this.picked !== null || this.opened !== null;
  }

  override back(): boolean {
    if (this.picked === null && this.opened === null) return false;
    const listed = this.opened !== null && this.choicesAt(this.opened).length > 1;
    if (this.picked === null || !listed) this.opened = null;
    this.picked = null;
    return true;
  }

  override reset(): void {
    super.reset();
    this.over = null;
    this.picked = null;
    this.opened = null;
  }
}

/** Creates the draft of a table. Call it during component initialization. */
export const createDraft = (table: () => TableProps): Draft => new Draft(tableContext(table, readView));

export const useDraft = (): Draft => useAnyDraft<Draft>();
