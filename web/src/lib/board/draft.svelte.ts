import { getContext, setContext } from 'svelte';
import type { DraftScopeProps } from '../../games/contract';
import type { Decision, Move } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** What the table around tells a title's desk, and does for it. */
export interface TableContext<View> {
  readonly view: View | null;
  readonly decision: Decision | undefined;
  readonly busy: boolean;
  /** What a bot would do, where the reader asked. */
  readonly hint: Move | undefined;
  act(move: Move): void;
}

/** What every desk knows. A desk is what the reader is about to do; it is forgotten with the decision it was about. */
export interface AnyDraft {
  /** The reader last used a key: what comes next takes the focus. */
  byKey: boolean;
  readonly table: { readonly decision: Decision | undefined };
  /** One step back. False where there is nothing to go back from. */
  back(): boolean;
  /** Another decision, or none: what was begun for the last one is over. */
  reset(): void;
}

/** The table around as a component is given it in `props`, its view read. It must be asked for while that component comes to be. */
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

/** A way to let everything inside a table know its desk, and to know it there. */
export function draftContext<Draft>(): { provideDraft: (draft: Draft) => void; useDraft: () => Draft } {
  const key = Symbol('desk');
  return {
    provideDraft: (draft) => void setContext(key, draft),
    useDraft: () => getContext<Draft>(key),
  };
}
