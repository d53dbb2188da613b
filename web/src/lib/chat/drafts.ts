import { untrack } from 'svelte';
import { loadDrafts, saveDrafts } from './draft-store';
import { me } from '../account/me.svelte.ts';

const most = 40;

/** A text that the reader typed and did not send. It survives a change of the page and a reload. Each person has their own, also after a change of the player. */
export class KeptDraft {
  private readonly key: string;

  /** The place is such as `chat TABLE players`. */
  constructor(place: string) {
    this.key = untrack(() => `${me.player?.id ?? ''} ${place}`);
  }

  get text(): string {
    return loadDrafts()[this.key]?.text ?? '';
  }

  get id(): string | undefined {
    return loadDrafts()[this.key]?.id;
  }

  /** Keeps a text. An empty one ends the draft. */
  keep(text: string, id?: string): void {
    const { [this.key]: old, ...others } = loadDrafts();
    if ((old?.text ?? '') === text && old?.id === id) return;
    const all = text === '' ? others : { ...others, [this.key]: { text, ...(id ? { id } : {}) } };
    saveDrafts(Object.fromEntries(Object.entries(all).slice(-most)));
  }
}
