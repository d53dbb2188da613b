import type { AnimationStep, AnimationState, AnimationSpeed, AnimateEntry, EntryChange } from './step';
import type { JsonObject } from '../wire/narrow';

/** What the queue asks of the page around it. */
export interface AnimationHost {
  show(animation: AnimationState): void;
  speed(): AnimationSpeed;
  /** Nobody sees the page: there is nothing to show to anybody. */
  hidden(): boolean;
}

/** The share of its time a beat takes. */
const speedFactor: Record<AnimationSpeed, number> = { normal: 1, fast: 0.45, off: 0 };

/** While more waits to be told, what is told now takes this share of its time. */
const backlogFactor = 0.5;

/** How many entries may wait. Of more, the older ones are left out: the board jumps to where the newest begins. */
const maxWaiting = 3;

/**
 * Shows what happened, one beat after the other, and always ends at the newest view. It only ever delays what is drawn on the
 * board: whoever acts, hides the page or presses a key to skip sees the newest view at once.
 */
export class AnimationQueue {
  private waiting: EntryChange[] = [];
  private steps: AnimationStep[] = [];
  private playing: EntryChange | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private no = 0;
  private newest: JsonObject = {};

  constructor(
    private readonly animate: AnimateEntry,
    private readonly host: AnimationHost,
  ) {}

  /** Tells whether something is being shown. */
  get busy(): boolean {
    return this.playing !== null;
  }

  /** An entry came. */
  add(change: EntryChange): void {
    this.newest = change.after;
    if (this.instant()) {
      this.skip();
      return;
    }
    this.waiting.push(change);
    if (this.waiting.length > maxWaiting) {
      this.waiting = this.waiting.slice(-1);
      this.stop();
    }
    if (!this.playing) this.next();
  }

  /** Another view stands in for whatever was to be told, as after a fresh start of the connection. */
  jump(view: JsonObject): void {
    this.newest = view;
    this.skip();
  }

  /** Leaves out the rest and shows the newest view. */
  skip(): void {
    this.waiting = [];
    this.stop();
    this.host.show({ view: this.newest, ms: 0, no: ++this.no });
  }

  /** Ends for good; shows nothing any more. */
  close(): void {
    this.waiting = [];
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.steps = [];
    this.playing = null;
  }

  private instant(): boolean {
    return this.host.speed() === 'off' || this.host.hidden();
  }

  private next(): void {
    this.playing = this.waiting.shift() ?? null;
    if (!this.playing) return;
    this.steps = this.stepsOf(this.playing);
    this.showNext();
  }

  private showNext(): void {
    if (this.instant()) {
      this.skip();
      return;
    }
    const step = this.steps.shift();
    if (!step) {
      this.finish();
      return;
    }
    const ms = Math.round(step.ms * speedFactor[this.host.speed()] * (this.waiting.length > 0 ? backlogFactor : 1));
    this.host.show({ view: step.view, step, ms, no: ++this.no });
    this.timer = setTimeout(() => this.showNext(), ms);
  }

  /** The entry is told: what stands on the board now is what the server says. */
  private finish(): void {
    const view = this.playing?.after ?? this.newest;
    this.next();
    if (!this.playing) this.host.show({ view, ms: 0, no: ++this.no });
  }

  /** A story that cannot be told must never keep the table from being shown. */
  private stepsOf(change: EntryChange): AnimationStep[] {
    try {
      return this.animate(change);
    } catch (error) {
      console.error(error);
      return [];
    }
  }
}
