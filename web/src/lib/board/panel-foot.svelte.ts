import { getContext, setContext } from 'svelte';

/** A spot that a first tap explained, and that a second tap or a button would choose. */
export interface Explained {
  choose: () => void;
  close: () => void;
}

/** The foot of the panel: the part that is always visible below its content, as a Svelte context. */
export class PanelFoot {
  /** The place of notes about spots; undefined if the notes are over the board. */
  notes: HTMLElement | undefined = $state();
  /** The place of the caption of the running animation; undefined if the caption has another place. */
  captions: HTMLElement | undefined = $state();
  explained: Explained | null = $state.raw(null);
}

const key = Symbol('panel foot');

export function providePanelFoot(foot: PanelFoot): void {
  setContext(key, foot);
}

/** The foot of the surrounding table's panel; undefined outside of a table with an own board. */
export function usePanelFoot(): PanelFoot | undefined {
  return getContext<PanelFoot | undefined>(key);
}
