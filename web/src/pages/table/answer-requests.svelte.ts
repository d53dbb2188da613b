import { onMount, untrack } from 'svelte';
import { me } from '../../lib/account/me.svelte.ts';
import { Answering } from '../../lib/device/answering';
import { FollowedTable } from '../../lib/table/followed-table.svelte.ts';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';

/**
 * Answers for the reader's seat of an open table, and of the rematch of a finished one. Returns the rematch, undefined without one. Call it while a component
 * is created.
 */
export function answerRequests(model: TableModel): () => FollowedTable | undefined {
  // The server asks the player of every seat for a contribution before the start, and asks again after a change of seat.
  const answering = new Answering((answered) => {
    if (model.table?.state !== 'open') return;
    model.accept(answered);
    // The seat may have changed meanwhile. Then the newer table may ask again.
    answering.look(model.table, me.player?.id);
  });
  $effect(() => {
    if (model.table?.state === 'open') answering.look(model.table, me.player?.id);
  });
  const rematchAnswering = new Answering((answered) => rematch?.accept(answered));
  // The page of the result answers for the rematch, also after each change of its settings, so that nobody has to visit it first.
  const rematchId = $derived(model.table?.rematch);
  const seatedPlayer = $derived(model.me === undefined ? undefined : me.player?.id);
  const rematch = $derived.by(() => {
    const reader = seatedPlayer;
    if (rematchId === undefined) return undefined;
    return new FollowedTable(rematchId, (next) => reader !== undefined && rematchAnswering.look(next, reader));
  });
  $effect(() => {
    const followed = rematch;
    return untrack(() => followed?.watch());
  });
  onMount(() => () => {
    answering.stop();
    rematchAnswering.stop();
  });
  return () => rematch;
}
