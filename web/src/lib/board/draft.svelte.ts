import { getContext, setContext } from 'svelte';
import type { DraftScopeProps } from '../../games/contract';
import type { Decision, Move } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** The state and actions of the table that a draft needs. */
export interface TableContext<View> {
  readonly view: View | null;
  readonly decision: Decision | undefined;
  readonly busy: boolean;
  /** The hinted move, if the reader asked for a hint. */
  readonly hint: Move | undefined;
  act(move: Move): void;
}

/** The common part of all drafts. A draft is the reader's unfinished move; it is discarded when its decision closes. */
export interface AnyDraft {
  /** The last input was a key, so new choices take the focus. */
  byKey: boolean;
  readonly table: { readonly decision: Decision | undefined };
  /** Goes one step back. Returns false if the draft is empty. */
  back(): boolean;
  /** Discards the draft, because the decision changed. */
  reset(): void;
}

/** Builds a table context from component props, with the typed view. Call it during component initialization. */
export function tableContext<View>(
  props: () => DraftScopeProps,
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

/** Creates a typed Svelte context for a draft. */
export function draftContext<Draft>(): { provideDraft: (draft: Draft) => void; useDraft: () => Draft } {
  const key = Symbol('desk');
  return {
    provideDraft: (draft) => void setContext(key, draft),
    useDraft: () => getContext<Draft>(key),
  };
}
