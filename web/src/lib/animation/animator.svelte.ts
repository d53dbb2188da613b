import type { JsonObject } from '../wire/narrow';
import type { AnimationState, AnimationSpeed, AnimateEntry, EntryChange } from './step';
import { AnimationQueue } from './queue';

/** What a table shows of what happens, kept for drawing. */
export class Animator {
  /** What is to be seen now; null before anything is. */
  animation: AnimationState | null = $state.raw(null);

  private readonly queue: AnimationQueue;

  /** `teller` may be another one once the title is loaded; `pace` is what the reader chose. */
  constructor(
    animate: () => AnimateEntry | undefined,
    private readonly speed: () => AnimationSpeed,
  ) {
    this.queue = new AnimationQueue((change) => animate()?.(change) ?? [], {
      show: (animation) => (this.animation = animation),
      speed: () => (prefersReducedMotion() ? 'off' : speed()),
      hidden: () => document.hidden,
    });
  }

  /** Tells whether something is being shown happening. */
  get busy(): boolean {
    return this.animation?.step !== undefined;
  }

  add(change: EntryChange): void {
    this.queue.add(change);
  }

  /** Shows once more what happened long ago, from the view before it on. */
  replay(change: EntryChange): void {
    this.queue.jump(change.before);
    this.queue.add(change);
  }

  /** Tells whether things are shown happening at all. */
  get enabled(): boolean {
    return !prefersReducedMotion() && this.speed() !== 'off';
  }

  jump(view: JsonObject): void {
    this.queue.jump(view);
  }

  /** Shows the newest view at once. Without effect where nothing is happening. */
  skip(): void {
    if (this.busy) this.queue.skip();
  }

  close(): void {
    this.queue.close();
  }
}

/** Tells whether the system asks for less motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
