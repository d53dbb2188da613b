import { noteServerTime, serverNow } from '../environment/clock';
import type { Clocks, Pace, SeatClock } from '../wire/pace';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The clocks of an open table, by the server's clock. */
export class TableClocks {
  list: readonly SeatClock[] = $state.raw([]);
  /** The server's time, which ticks while a clock is shown. */
  now = $state(serverNow());
  /** The server's time of the newest entry. */
  private time = $state(0);
  /** The server's time up to which the clocks stand still; 0: they do not. */
  private until = $state(0);

  receive(clocks: Clocks): void {
    this.list = clocks.list;
    this.time = clocks.time;
    this.until = clocks.paused ?? 0;
    this.hear(Math.max(clocks.time, clocks.now ?? 0));
  }

  /** Takes the server's time of a message. */
  hear(server: number): void {
    noteServerTime(server);
    this.tick();
  }

  /** Moves `now` on to the present. */
  tick(): void {
    this.now = serverNow();
  }

  /** The milliseconds that a seat has left now; undefined if it has no clock. */
  left(seat: number): number | undefined {
    const clock = this.list.find((each) => each.seat === seat);
    if (!clock) return undefined;
    const since = clock.running ? Math.max(0, this.now - Math.max(this.time, this.until)) : 0;
    return Math.max(0, clock.left - since);
  }

  /** Whether a pause or a vacation stops all clocks now. */
  get paused(): boolean {
    return this.now < this.until;
  }

  /** Whether the clock of a seat runs, which owes a decision. */
  runs(seat: number): boolean {
    return !this.paused && this.list.some((each) => each.seat === seat && each.running);
  }
}

/** Whether a clock is low: the last minute at a live pace, else the last quarter of the bank, but at most six hours. */
export function isLow(left: number, pace: Pace): boolean {
  return left <= (pace.kind === 'live' ? minute : Math.min(pace.bank * 250, 6 * hour));
}

/** Milliseconds as a clock shows them: 0:45, 12:05, 3:20 h, 2 d 3 h. `units` are the signs of day and hour. */
export function clockText(ms: number, units: { day: string; hour: string }): string {
  const two = (n: number) => String(n).padStart(2, '0');
  if (ms >= day) return `${Math.floor(ms / day)} ${units.day} ${Math.floor((ms % day) / hour)} ${units.hour}`;
  if (ms >= hour) return `${Math.floor(ms / hour)}:${two(Math.floor((ms % hour) / minute))} ${units.hour}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** The announcement that is due when a clock falls from one value to another: 60 or 20 seconds. */
export function announcementDue(before: number, after: number): 60 | 20 | undefined {
  if (before > 20_000 && after <= 20_000) return 20;
  return before > minute && after <= minute ? 60 : undefined;
}
