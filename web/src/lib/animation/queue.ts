import type { AnimationStep, AnimationState, AnimationSpeed, AnimateEntry, EntryChange } from './step';
import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';

/** The page around the queue. */
interface AnimationHost {
  show(animation: AnimationState): void;
  speed(): AnimationSpeed;
  hidden(): boolean;
  /** These events are shown from now on: by an animation step, or at once because the animation was skipped. Not called for a replay. */
  shown?(events: readonly GameEvent[], skipped: boolean): void;
}

/** The duration factor of each speed. */
const speedFactor: Record<AnimationSpeed, number> = { normal: 1, fast: 0.45, off: 0 };

/** The duration factor while more entries are waiting. */
const backlogFactor = 0.5;

/** The maximum number of waiting entries. If there are more, older ones are dropped and the board jumps to the newest. */
const maxWaiting = 3;

/**
 * Plays the animation steps of entries in order and always ends at the newest view. The page shows the moment of the running step.
 * A move, a hidden page or the skip key shows the newest view at once.
 */
export class AnimationQueue {
  private waiting: EntryChange[] = [];
  private steps: AnimationStep[] = [];
  private playing: EntryChange | null = null;
  /** The number of events of the playing entry that are shown. */
  private shown = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private no = 0;
  private newest: JsonObject = {};

  constructor(
    private readonly animate: AnimateEntry,
    private readonly host: AnimationHost,
  ) {}

  get busy(): boolean {
    return this.playing !== null;
  }

  add(change: EntryChange): void {
    this.newest = change.after;
    this.waiting.push(change);
    if (this.instant()) {
      this.skip();
      return;
    }
    if (this.waiting.length > maxWaiting) {
      this.report(this.unshown(this.waiting.slice(0, -1)), true);
      this.waiting = this.waiting.slice(-1);
      this.stop();
    }
    if (!this.playing) this.next();
  }

  /** Replaces all waiting entries by a view, for example after a snapshot. */
  jump(view: JsonObject): void {
    this.newest = view;
    this.showNewest();
  }

  /** Drops the remaining steps and shows the newest view. */
  skip(): void {
    const events = this.unshown(this.waiting);
    this.showNewest();
    this.report(events, true);
  }

  close(): void {
    this.waiting = [];
    this.stop();
  }

  private showNewest(): void {
    this.waiting = [];
    this.stop();
    this.host.show({ view: this.newest, ms: 0, no: ++this.no });
  }

  /** The events of the playing entry that are not shown yet, and those of waiting entries. */
  private unshown(waiting: readonly EntryChange[]): GameEvent[] {
    const rest = this.playing ? [{ ...this.playing, events: this.playing.events.slice(this.shown) }] : [];
    return [...rest, ...waiting].filter(({ seq }) => seq !== 0).flatMap(({ events }) => events);
  }

  private report(events: readonly GameEvent[], skipped: boolean): void {
    if (events.length > 0) this.host.shown?.(events, skipped);
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
    this.shown = 0;
    this.steps = this.stepsOf(this.playing);
    this.showNext();
  }

  private showNext(): void {
    if (this.instant()) {
      this.skip();
      return;
    }
    const step = this.steps.shift();
    const entry = this.playing;
    if (!step || !entry) {
      this.finish();
      return;
    }
    // A caption that is not an event of the entry belongs to the event before it.
    const before = this.shown;
    this.shown = Math.max(this.shown, entry.events.indexOf(step.event) + 1);
    const ms = Math.round(step.ms * speedFactor[this.host.speed()] * (this.waiting.length > 0 ? backlogFactor : 1));
    this.host.show({ view: step.view, step, entry, shown: this.shown, ms, no: ++this.no });
    if (entry.seq !== 0) this.report(entry.events.slice(before, this.shown), false);
    this.timer = setTimeout(() => this.showNext(), ms);
  }

  /** The entry is done, so the board shows the server's view. */
  private finish(): void {
    const view = this.playing?.after ?? this.newest;
    const silent = this.unshown([]);
    this.next();
    this.report(silent, true);
    if (!this.playing) this.host.show({ view, ms: 0, no: ++this.no });
  }

  /** An exception in an animation must not stop the table. */
  private stepsOf(change: EntryChange): AnimationStep[] {
    try {
      return this.animate(change);
    } catch (error) {
      console.error(error);
      return [];
    }
  }
}
