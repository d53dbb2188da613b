import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { AnimationState, AnimationSpeed, AnimateEntry, EntryChange } from './step';
import { AnimationQueue } from './queue';
import { ReactiveView } from './reactive-view.svelte';

/** Plays the animations of a table. It holds the moment that the board shows; lib/table/shown-moment derives the rest of the page from it. */
export class Animator {
  /** The state to draw; null before the first view. */
  animation: AnimationState | null = $state.raw(null);

  private readonly shown = new ReactiveView();
  private readonly queue: AnimationQueue;
  private readonly reduced = reducedMotion();

  /**
   * `animate` is read for each entry because the title is loaded later. `speed` returns the reader's setting. `shown` receives the events
   * when the board begins to show them; see AnimationQueue.
   */
  constructor(
    animate: () => AnimateEntry | undefined,
    private readonly speed: () => AnimationSpeed,
    shown?: (events: readonly GameEvent[], skipped: boolean) => void,
  ) {
    this.queue = new AnimationQueue((change) => animate()?.(change) ?? [], {
      show: (animation) => {
        this.animation = animation;
        this.shown.show(animation.view);
      },
      speed: () => (this.reduced.matches ? 'off' : speed()),
      hidden: () => document.hidden,
      ...(shown && { shown }),
    });
  }

  /** The view to draw, as a tree of signals: the one of the running step, otherwise the newest one. Empty before the first view. */
  get view(): JsonObject {
    return this.shown.members;
  }

  /** Reports whether an animation step is running. */
  get busy(): boolean {
    return this.animation?.step !== undefined;
  }

  add(change: EntryChange): void {
    this.queue.add(change);
  }

  /** Replays an earlier change, starting at the view before it. */
  replay(change: EntryChange): void {
    this.queue.jump(change.before);
    this.queue.add(change);
  }

  get enabled(): boolean {
    return !this.reduced.matches && this.speed() !== 'off';
  }

  jump(view: JsonObject): void {
    this.queue.jump(view);
  }

  /** Shows the newest view at once. No-op while no animation is running. */
  skip(): void {
    if (this.busy) this.queue.skip();
  }

  close(): void {
    this.queue.close();
  }
}

export function prefersReducedMotion(): boolean {
  return reducedMotion().matches;
}

function reducedMotion(): Pick<MediaQueryList, 'matches'> {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
