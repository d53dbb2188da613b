import { sharedDesk, type AnyDesk, type Around } from '../../../lib/board/draft.svelte';
import type { Decision, Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { directOf, startsOf, unlike, type Start } from './actors';

/** What the reader is about to do: shared by board and panel. It is forgotten with the decision it was about. */
export class Desk implements AnyDesk {
  /** What is to act, by its id. */
  picked: string | null = $state.raw(null);
  /** The field whose choices are listed. */
  opened: number | null = $state.raw(null);
  /** The field that is pointed at, by mouse, key or finger. */
  at: number | null = $state.raw(null);
  /** The reader last used a key: what comes next takes the focus. */
  byKey = false;
  /** All that can act now. */
  readonly starts: readonly Start[] = $derived.by(() => startsOf(this.asked, this.around.view));
  readonly start: Start | undefined = $derived.by(() => this.starts.find(({ id }) => id === this.picked));
  /** The fields that make a move at once. */
  readonly targets: ReadonlyMap<number, Move> = $derived.by(
    () => this.start?.targets ?? directOf(this.asked, this.around.view),
  );
  /** The move that ends the phase. */
  readonly end: Move | undefined = $derived.by(() => this.asked?.moves.find((move) => move.do === 'end'));

  constructor(readonly around: Around<View>) {}

  private get asked(): Decision | undefined {
    return this.around.busy ? undefined : this.around.decision;
  }

  /** What can act on a field, one of each where they are alike. */
  choicesAt(field: number): { start: Start; count: number }[] {
    const { view } = this.around;
    return view
      ? unlike(
          this.starts.filter((start) => start.field === field),
          view,
        )
      : [];
  }

  /** Whether a bot would choose this field next: to act there, or as where to go. */
  hintedAt(field: number): boolean {
    const { hint } = this.around;
    if (!hint) return false;
    if (this.targets.get(field) === hint) return true;
    return !this.start && this.starts.some((start) => start.field === field && this.hinted(start));
  }

  /** Whether a bot would let this act. */
  hinted({ moves }: Start): boolean {
    return this.around.hint !== undefined && moves.includes(this.around.hint);
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
    if (only && choices.length === 1) this.pick(only.start);
    return choices.length > 0;
  }

  /** Picks what is to act; picked again, it is let go. */
  pick(start: Start): void {
    const [move] = start.moves;
    if (start.is === 'found' && move) return this.play(move);
    this.picked = this.picked === start.id ? null : start.id;
    this.opened = start.field;
  }

  /** Makes a move. */
  play(move: Move): void {
    this.afresh();
    this.at = null;
    this.around.act(move);
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
  afresh(): void {
    // What a mouse or a finger pointed at may be gone, and cannot be left any more; the focus of who plays by key tells of itself.
    if (!this.byKey) this.at = null;
    this.picked = null;
    this.opened = null;
  }
}

export const { provideDesk, useDesk } = sharedDesk<Desk>();
