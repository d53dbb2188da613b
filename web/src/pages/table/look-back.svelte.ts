import { getContext, setContext, tick, type Component } from 'svelte';
import type { MissedEntries } from '../../lib/animation/missed-entries.svelte';
import type { Replay } from '../../lib/replay/replay.svelte.ts';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import { focusHeading } from '../../lib/ui/focus';
import type { LookBackProps } from './LookBack.svelte';

/** Looking back during a running game: another moment in place of the newest one, while the table goes on. */
export class LookBack {
  /** The past that the page shows, with the code that shows it; null: the page shows the present. */
  shown: { replay: Replay; Page: Component<LookBackProps> } | null = $state.raw(null);
  busy = $state(false);
  /** The past could not be loaded. */
  failed = $state(false);

  constructor(private readonly model: TableModel) {}

  /** Called during component initialization. Entries that come while the reader looks back count as missed. */
  watch(missed: MissedEntries): void {
    const { model } = this;
    // Another viewer, another history and the end of the game have another past.
    const past = $derived(`${model.me} ${model.historyNo} ${model.table?.state}`);
    $effect(() => {
      void past;
      return () => this.close();
    });
    $effect(() => {
      if (!this.shown) return;
      missed.leave();
      return () => document.hidden || missed.resume();
    });
  }

  /** There is a past: the game runs at the server, and a move was made. */
  get possible(): boolean {
    const { table, onServer, lines } = this.model;
    return onServer && table?.state === 'running' && (lines.at(-1)?.seq ?? 0) > 1;
  }

  /** Shows the moment before the newest one. It is there before the page changes. */
  async open(): Promise<void> {
    const { model } = this;
    if (!this.possible || this.busy || this.shown || !model.table) return;
    [this.busy, this.failed] = [true, false];
    try {
      const { table, me, invite } = model;
      const [{ PastMoments }, { Replay }, { default: Page }] = await Promise.all([
        import('../../lib/replay/past-moments'),
        import('../../lib/replay/replay.svelte.ts'),
        import('./LookBack.svelte'),
      ]);
      const moments = new PastMoments({ table, me, invite });
      const replay = new Replay(moments, table.title, undefined, me);
      const { entries } = await replay.open();
      replay.seq = Math.max(1, entries.length - 1);
      await moments.snapshot(replay.seq);
      this.shown = { replay, Page };
    } catch (error) {
      console.error(error);
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }

  /** Goes back to the present. The focus, which the bar had, goes to the heading. */
  close(): void {
    if (!this.shown) return;
    this.shown = null;
    void tick().then(focusHeading);
  }
}

const key = Symbol('look back');

export function provideLookBack(lookBack: LookBack | undefined): void {
  setContext(key, lookBack);
}

/** The way to look back; undefined on a page that shows the past, or no table of a server. */
export function useLookBack(): LookBack | undefined {
  return getContext<LookBack | undefined>(key);
}
