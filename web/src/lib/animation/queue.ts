import type { Beat, Moment, Pace, Storyteller, Told } from './step';
import type { JsonObject } from '../wire/narrow';

/** What the queue asks of the page around it. */
export interface Outside {
  show(moment: Moment): void;
  pace(): Pace;
  /** Nobody sees the page: there is nothing to show to anybody. */
  hidden(): boolean;
}

/** The share of its time a beat takes. */
const share: Record<Pace, number> = { normal: 1, fast: 0.45, off: 0 };

/** While more waits to be told, what is told now takes this share of its time. */
const haste = 0.5;

/** How many entries may wait. Of more, the older ones are left out: the board jumps to where the newest begins. */
const patience = 3;

/**
 * Shows what happened, one beat after the other, and always ends at the newest view. It only ever delays what is drawn on the
 * board: whoever acts, hides the page or presses a key to skip sees the newest view at once.
 */
export class StoryQueue {
  private waiting: Told[] = [];
  private beats: Beat[] = [];
  private playing: Told | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private no = 0;
  private newest: JsonObject = {};

  constructor(
    private readonly teller: Storyteller,
    private readonly outside: Outside,
  ) {}

  /** Tells whether something is being shown. */
  get busy(): boolean {
    return this.playing !== null;
  }

  /** An entry came. */
  add(told: Told): void {
    this.newest = told.after;
    if (this.still()) {
      this.skip();
      return;
    }
    this.waiting.push(told);
    if (this.waiting.length > patience) {
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
    this.outside.show({ view: this.newest, ms: 0, no: ++this.no });
  }

  /** Ends for good; shows nothing any more. */
  close(): void {
    this.waiting = [];
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.beats = [];
    this.playing = null;
  }

  private still(): boolean {
    return this.outside.pace() === 'off' || this.outside.hidden();
  }

  private next(): void {
    this.playing = this.waiting.shift() ?? null;
    if (!this.playing) return;
    this.beats = this.tell(this.playing);
    this.step();
  }

  private step(): void {
    if (this.still()) {
      this.skip();
      return;
    }
    const beat = this.beats.shift();
    if (!beat) {
      this.finish();
      return;
    }
    const ms = Math.round(beat.ms * share[this.outside.pace()] * (this.waiting.length > 0 ? haste : 1));
    this.outside.show({ view: beat.view, beat, ms, no: ++this.no });
    this.timer = setTimeout(() => this.step(), ms);
  }

  /** The entry is told: what stands on the board now is what the server says. */
  private finish(): void {
    const view = this.playing?.after ?? this.newest;
    this.next();
    if (!this.playing) this.outside.show({ view, ms: 0, no: ++this.no });
  }

  /** A story that cannot be told must never keep the table from being shown. */
  private tell(told: Told): Beat[] {
    try {
      return this.teller(told);
    } catch (error) {
      console.error(error);
      return [];
    }
  }
}
