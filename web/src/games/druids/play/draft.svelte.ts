import { draftContext, type AnyDraft, type TableContext } from '../../../lib/board/draft.svelte';
import type { Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { matchingSelections, targetsOf, selectionsOf, type Spot, type Selection } from './selections';

/** What the reader is about to do: shared by board, hand and panel. It is forgotten with the decision it was about. */
export class Draft implements AnyDraft {
  /** The spots chosen so far of a move that takes more than one. */
  picks: readonly Spot[] = $state.raw([]);
  /** What is pointed at, by mouse, key or finger. */
  at: Spot | null = $state.raw(null);
  /** The discard pile lies open. */
  pile = $state(false);
  /** The reader last used a key: what comes next takes the focus. */
  byKey = false;
  private readonly selections: Selection[] = $derived.by(() =>
    selectionsOf(this.table.busy ? undefined : this.table.decision, this.table.view),
  );
  /** What can be chosen next, by spot. */
  readonly targets: ReadonlyMap<Spot, Move[]> = $derived.by(() => targetsOf(this.selections, this.picks));
  /** The moves of which all is chosen: more than one where a spot stands for several, such as one card or two. */
  readonly ready: readonly Move[] = $derived.by(() =>
    this.picks.length === 0
      ? []
      : matchingSelections(this.selections, this.picks)
          .filter(({ spots }) => spots.length === this.picks.length)
          .map(({ move }) => move),
  );

  constructor(readonly table: TableContext<View>) {}

  /** The moves that can be made at a spot, whether or not something else was chosen before. */
  movesAt(spot: Spot): Move[] {
    return this.targets.get(spot) ?? targetsOf(this.selections, []).get(spot) ?? [];
  }

  /** Whether a bot would choose this spot next. */
  hinted(spot: Spot): boolean {
    const { hint } = this.table;
    return hint !== undefined && (this.targets.get(spot)?.includes(hint) ?? false);
  }

  /** Chooses a spot: plays where all is said, else takes the next step. False where nothing can be chosen. */
  choose(spot: Spot): boolean {
    if (spot === 'discard') {
      this.pile = true;
      return true;
    }
    if (this.picks.includes(spot)) {
      this.picks = this.picks.filter((pick) => pick !== spot);
      return true;
    }
    const picks = this.targets.has(spot) ? [...this.picks, spot] : [spot];
    const open = matchingSelections(this.selections, picks);
    const [only] = open;
    if (!only || this.movesAt(spot).length === 0) return false;
    // A card is looked at before it is played.
    const plain =
      open.length === 1 && !spot.startsWith('card ') && (!only.ordered || only.spots.length === picks.length);
    if (plain) this.play(only.move);
    else this.picks = picks;
    return true;
  }

  /** Makes a move. */
  play(move: Move): void {
    this.picks = [];
    this.table.act(move);
  }

  /** One step back. False where there is nothing to go back from. */
  back(): boolean {
    if (this.picks.length === 0) return false;
    this.picks = this.picks.slice(0, -1);
    return true;
  }

  /** Another decision, or none: what was begun for the last one is over. */
  reset(): void {
    // What a mouse or a finger pointed at may be gone, and cannot be left any more; the focus of who plays by key tells of itself.
    if (!this.byKey) this.at = null;
    this.picks = [];
  }
}

export const { provideDraft, useDraft } = draftContext<Draft>();
