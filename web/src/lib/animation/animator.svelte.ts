import type { JsonObject } from '../wire/narrow';
import type { Moment, Pace, Storyteller, Told } from './step';
import { StoryQueue } from './queue';

/** What a table shows of what happens, kept for drawing. */
export class Story {
  /** What is to be seen now; null before anything is. */
  moment: Moment | null = $state.raw(null);

  private readonly queue: StoryQueue;

  /** `teller` may be another one once the title is loaded; `pace` is what the reader chose. */
  constructor(
    teller: () => Storyteller | undefined,
    private readonly pace: () => Pace,
  ) {
    this.queue = new StoryQueue((told) => teller()?.(told) ?? [], {
      show: (moment) => (this.moment = moment),
      pace: () => (calm() ? 'off' : pace()),
      hidden: () => document.hidden,
    });
  }

  /** Tells whether something is being shown happening. */
  get busy(): boolean {
    return this.moment?.beat !== undefined;
  }

  add(told: Told): void {
    this.queue.add(told);
  }

  /** Shows once more what happened long ago, from the view before it on. */
  again(told: Told): void {
    this.queue.jump(told.before);
    this.queue.add(told);
  }

  /** Tells whether things are shown happening at all. */
  get shows(): boolean {
    return !calm() && this.pace() !== 'off';
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
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
