import { getContext, setContext } from 'svelte';
import type { Decision, Move } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** The state and the actions of a table, from which a title creates its draft. */
export interface TableProps {
  view: JsonObject;
  /** The reader's open decision, if any. */
  decision: Decision | undefined;
  /** A command is in flight, so nothing can be chosen. */
  busy: boolean;
  /** The legal move that a bot would choose, if the reader asked for a hint. */
  hint?: Move | undefined;
  act: (move: Move) => void;
}

/** The state and actions of the table that a draft needs. */
export interface TableContext<View> {
  readonly view: View | null;
  readonly decision: Decision | undefined;
  readonly busy: boolean;
  readonly hint: Move | undefined;
  act(move: Move): void;
}

/**
 * The common part of all drafts. A draft is the reader's unfinished move, shared by board and panel; it is discarded when its decision
 * closes.
 */
export abstract class AnyDraft<View = unknown, Spot = unknown> {
  /** The hovered or focused spot. */
  at: Spot | null = $state.raw(null);
  /** The last input was a key, so new choices take the focus. */
  byKey = false;

  constructor(readonly table: TableContext<View>) {}

  /** The reader has begun a choice, so that there is a step back. */
  abstract readonly begun: boolean;

  /** Goes one step back. Returns false if the draft is empty. */
  abstract back(): boolean;

  /** Discards the draft, because the decision changed. */
  reset(): void {
    // A spot under the mouse or a finger may no longer exist, so no leave event would come. Keyboard focus sends its own events.
    if (!this.byKey) this.at = null;
  }

  /** Continues a move that the title sends in several steps. Called when a decision opens. */
  proceed?(): void;
}

/** Builds a table context from component props, with the typed view. Call it during component initialization. */
export function tableContext<View>(
  props: () => TableProps,
  read: (view: JsonObject) => View | null,
): TableContext<View> {
  const view = $derived(read(props().view));
  return {
    get view() {
      return view;
    },
    get decision() {
      return props().decision;
    },
    get busy() {
      return props().busy;
    },
    get hint() {
      return props().hint;
    },
    act: (move) => props().act(move),
  };
}

const key = Symbol('draft');

export function provideDraft(draft: AnyDraft): void {
  setContext(key, draft);
}

/** The draft of the surrounding table, which has the type of its title. It is undefined outside of a table with an own board. */
export function useAnyDraft<Draft extends AnyDraft | undefined>(): Draft {
  return getContext<Draft>(key);
}
