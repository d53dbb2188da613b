import { untrack } from 'svelte';
import { overview } from '../account/overview.svelte.ts';
import { pollWhileVisible } from './visible-polling';

/** The interval of the safety net in milliseconds: while the stream of the player tells of changes, and while it is down. */
const slow = 30_000;
const fast = 8_000;
/** The least time in milliseconds between two loads because of changes. */
const gap = 1_000;

/**
 * Runs `load` now, and whenever the stream of the player tells of a change. Changes that arrive close together cause one load. Call it in an effect, which ends it.
 */
export function liveList(load: () => void): void {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    untrack(load);
  };
  $effect(() => pollWhileVisible(run, overview.live ? slow : fast));
  let seen = untrack(() => overview.changes);
  $effect(() => {
    if (overview.changes === seen) return;
    seen = overview.changes;
    // A hidden page loads when it becomes visible.
    if (!document.hidden) timer ??= setTimeout(run, Math.max(0, last + gap - performance.now()));
  });
  $effect(() => () => clearTimeout(timer));
}
