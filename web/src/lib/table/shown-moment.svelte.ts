import type { AnimationState } from '../animation/step';
import type { Decision, EntryEvents, JsonObject, Outcome } from '../wire/game';
import type { TableModel } from './table-model.svelte.ts';

/** The part of the animator that the shown moment needs. */
interface Playback {
  readonly animation: AnimationState | null;
  /** The view of the running step, otherwise the newest one. */
  readonly view: JsonObject;
}

/**
 * The moment of the table that the page shows: the running step of the animation, otherwise the newest state. It is the only source of
 * board, prompt, players, hand, log and result, so that they always agree.
 */
export class ShownMoment {
  readonly decisions: readonly Decision[] = $derived.by(() => this.openDecisions());
  /** The reader's decision, if they can make it now. */
  readonly mine: Decision | undefined = $derived.by(() => this.decisionOfReader());
  /** The entries up to the moment. The last one has only the events that are already shown. */
  readonly lines: readonly EntryEvents[] = $derived.by(() => this.linesUntilNow());

  /** The entries that the page shows completely. */
  readonly complete: readonly EntryEvents[] = $derived.by(() => {
    const last = this.lines.at(-1);
    return this.playing && last && last.seq === this.playback.animation?.entry?.seq
      ? this.lines.slice(0, -1)
      : this.lines;
  });

  constructor(
    private readonly model: TableModel,
    private readonly playback: Playback,
  ) {}

  /** The view of the moment, as a tree of signals that stays the same object. */
  get view(): JsonObject {
    return this.playback.view;
  }

  /** Reports whether the moment is in the past, because an animation is running. */
  get playing(): boolean {
    return this.playback.animation?.step !== undefined;
  }

  /** The result, once its animation has ended. */
  get outcome(): Outcome | undefined {
    return this.playing ? undefined : this.model.view?.outcome;
  }

  get canTakeBack(): boolean {
    return this.model.acts && !this.playing && (this.model.view?.canTakeBack ?? false);
  }

  private openDecisions(): readonly Decision[] {
    return this.playing ? (this.playback.animation?.entry?.open ?? []) : this.model.decisions;
  }

  /** A bot that plays the reader's seat also decides for it. A later entry may have closed the decision already. */
  private decisionOfReader(): Decision | undefined {
    const { me, table } = this.model;
    if (!this.model.acts || me === undefined || table?.seats.find(({ seat }) => seat === me)?.standIn) return undefined;
    const found = this.decisions.find(({ seat }) => seat === me);
    return found && this.model.decisions.find(({ id }) => id === found.id);
  }

  private linesUntilNow(): readonly EntryEvents[] {
    const { lines } = this.model;
    const { entry, shown = 0 } = this.playback.animation ?? {};
    // A replay of the end has no seq, and its entries stay in the log.
    if (!this.playing || !entry || entry.seq === 0) return lines;
    const past = lines.filter(({ seq }) => seq < entry.seq);
    return shown === 0 ? past : [...past, { seq: entry.seq, events: entry.events.slice(0, shown) }];
  }
}
