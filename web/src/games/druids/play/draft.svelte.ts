import { AnyDraft, tableContext, useAnyDraft } from '../../../lib/board/draft.svelte';
import type { Move } from '../../../lib/wire/game';
import type { TableProps } from '../../contract';
import { readView } from '../board/view';
import type { View } from '../types.gen';
import { reachesOf, type Reach } from './reaches';
import { matchingSelections, targetsOf, selectionsOf, type Spot, type Selection } from './selections';

export class Draft extends AnyDraft<View, Spot> {
  /** The chosen spots of a move that needs several. */
  picks: readonly Spot[] = $state.raw([]);
  /** The move of the panel under mouse or focus, or explained by a first tap. */
  look: Move | null = $state.raw(null);
  /** The discard pile is open. */
  pile = $state(false);
  private readonly selections: Selection[] = $derived.by(() =>
    selectionsOf(this.table.busy ? undefined : this.table.decision, this.table.view),
  );
  /** The moves by the spot that can be chosen next. */
  readonly targets: ReadonlyMap<Spot, Move[]> = $derived.by(() =>
    this.picks.length === 0 ? this.starts : targetsOf(this.selections, this.picks),
  );
  /** The moves by the spot that can be chosen first. */
  private readonly starts: ReadonlyMap<Spot, Move[]> = $derived.by(() => targetsOf(this.selections, []));
  /** The completed moves: several if a spot belongs to more than one move, such as one card or two. */
  readonly ready: readonly Move[] = $derived.by(() =>
    this.picks.length === 0
      ? []
      : matchingSelections(this.selections, this.picks)
          .filter(({ spots }) => spots.length === this.picks.length)
          .map(({ move }) => move),
  );
  /** The stones in reach by the moves that the reader looks at. */
  readonly reaches: readonly Reach[] = $derived.by(() => {
    const { decision } = this.table;
    return decision ? reachesOf(decision, this.looked) : [];
  });
  private readonly looked: readonly Move[] = $derived.by(() => {
    if (this.look) return this.table.decision?.moves.includes(this.look) ? [this.look] : [];
    if (this.at !== null && this.movesAt(this.at).length > 0) return this.movesAt(this.at);
    return this.picks.length > 0 ? matchingSelections(this.selections, this.picks).map(({ move }) => move) : [];
  });

  /** The moves that include a spot, even if other spots are already chosen. */
  movesAt(spot: Spot): Move[] {
    return this.targets.get(spot) ?? this.starts.get(spot) ?? [];
  }

  /** Reports whether the hinted move includes this spot next. */
  hinted(spot: Spot): boolean {
    const { hint } = this.table;
    return hint !== undefined && (this.targets.get(spot)?.includes(hint) ?? false);
  }

  /**
   * Chooses a spot. Plays the move if it is complete and unambiguous, otherwise continues the draft. Returns false if the spot cannot be
   * chosen.
   */
  choose(spot: Spot): boolean {
    if (spot === 'discard') {
      this.pile = true;
      return true;
    }
    if (this.picks.includes(spot)) {
      this.picks = this.picks.filter((pick) => pick !== spot);
      return true;
    }
    const picks = this.picksWith(spot);
    if (matchingSelections(this.selections, picks).length === 0 || this.movesAt(spot).length === 0) return false;
    const move = this.moveAt(spot);
    if (move) this.play(move);
    else this.picks = picks;
    return true;
  }

  /** Reports whether the choice of a spot plays a move. */
  playsAt(spot: Spot): boolean {
    return spot !== 'discard' && !this.picks.includes(spot) && this.moveAt(spot) !== undefined;
  }

  private picksWith(spot: Spot): readonly Spot[] {
    return this.targets.has(spot) ? [...this.picks, spot] : [spot];
  }

  /** The move that the choice of a spot completes. A card is shown before it is played. */
  private moveAt(spot: Spot): Move | undefined {
    const picks = this.picksWith(spot);
    const [only, other] = matchingSelections(this.selections, picks);
    if (!only || other || spot.startsWith('card ')) return undefined;
    return !only.ordered || only.spots.length === picks.length ? only.move : undefined;
  }

  play(move: Move): void {
    this.picks = [];
    this.look = null;
    this.table.act(move);
  }

  override get begun(): boolean {
    return this.picks.length > 0;
  }

  override back(): boolean {
    if (this.picks.length === 0) return false;
    this.picks = this.picks.slice(0, -1);
    return true;
  }

  override reset(): void {
    super.reset();
    this.look = null;
    this.picks = [];
  }
}

/** Creates the draft of a table. Call it during component initialization. */
export const createDraft = (table: () => TableProps): Draft => new Draft(tableContext(table, readView));

export const useDraft = (): Draft => useAnyDraft<Draft>();
