import { canonical } from './canonical';
import type { Checking } from './check';
import { extraOf, paceOf, SeatClock, type Pace } from './clock';
import type { Document, Entry, StoredEvent } from './document';
import { Owed } from './owing';
import { isPausing, Pauses } from './pauses';
import type { Wrong } from './steps';

/**
 * Checks the clocks of a table: no time-out came early, and each was that of a person whose turn it was. Gifts, outages, pauses and vacations
 * are those that a server would have stored; see docs/fairness.md. It needs no rules. It finds the open decisions by the answers to them.
 */
export async function clocks({ doc, slices }: Checking): Promise<Wrong | undefined> {
  const pace = paceOf(doc.options);
  const table = pace ? new Clocks(doc, pace) : undefined;
  for (const { entry } of doc.entries) {
    const right = table ? table.follow(entry) : !entry.events.some(isOfClocks);
    if (!right) return { check: 'clocks', seq: entry.seq };
    await slices.pause();
  }
  return undefined;
}

const own = ['frame.timed_out', 'frame.time_given', 'frame.outages'];

/** Reports whether only tables with clocks have an event. */
function isOfClocks(event: StoredEvent): boolean {
  return own.includes(event.name) || isPausing(event);
}

/** The clocks of a table while its log is read. Methods that can fail return whether a server would have stored the entry. */
class Clocks {
  private readonly owed: Owed;
  private readonly pauses: Pauses;
  private readonly seats: SeatClock[];
  private readonly standIns = new Set<number>();
  private readonly conceded = new Set<number>();
  /** The seats whose players have not returned after a time-out. */
  private readonly out = new Set<number>();
  /** The time of the newest entry. */
  private at = 0;

  constructor(
    private readonly doc: Document,
    private readonly pace: Pace,
  ) {
    this.owed = new Owed(doc);
    this.seats = doc.seats.map(() => new SeatClock(pace));
    this.pauses = new Pauses({
      seats: doc.seats.map((_, seat) => seat),
      isPerson: (seat) => this.hasClock(seat),
      playsItself: (seat) => this.hasClock(seat) && !this.standIns.has(seat),
      vacations: pace.vacations,
    });
  }

  /** Follows one entry. */
  follow(entry: Entry): boolean {
    if (entry.seq === this.owed.wrong) return false;
    if (entry.kind === 'start') this.at = entry.time;
    else if (!this.run(entry) || !this.act(entry)) return false;
    this.switch(entry);
    return true;
  }

  /** Lets the clocks run up to an entry, except for the time that it gives back. */
  private run(entry: Entry): boolean {
    const from = Math.max(this.at, this.pauses.pausedUntil);
    const free = this.givenBack(entry, from);
    if (entry.time < this.at || free === undefined) return false;
    const passed = Math.max(0, entry.time - from) - free;
    for (const seat of this.seats) seat.spend(passed);
    this.at = entry.time;
    return true;
  }

  /** The time of outages that an entry gives back; undefined if no server would have stored them. */
  private givenBack({ kind, actor, seat, events, time }: Entry, from: number): number | undefined {
    if (!events.some(({ name }) => name === 'frame.outages')) return 0;
    const list: unknown = events[0]?.data.outages;
    if (events.length !== 1 || kind !== 'frame' || actor !== 'timer' || seat !== -1 || !Array.isArray(list))
      return undefined;
    let total = 0;
    let last = -Infinity;
    for (const { from: begin, to: end } of list as { from?: unknown; to?: unknown }[]) {
      if (typeof begin !== 'number' || typeof end !== 'number') return undefined;
      const part = Math.min(end, time) - Math.max(begin, from);
      if (begin < last || end > time || part <= 0) return undefined;
      [last, total] = [end, total + part];
    }
    return list.length > 0 ? total : undefined;
  }

  /** Checks the act of an entry, and follows the persons and bots that play the seats. */
  private act(entry: Entry): boolean {
    const [first] = entry.events;
    if (first && isPausing(first)) return this.pauses.follow(entry);
    if (entry.kind === 'move' && entry.actor === 'player') this.standIns.delete(entry.seat);
    if (!entry.events.some(isOfClocks)) return this.hold(entry);
    if (entry.kind !== 'frame' || !first) return false;
    if (first.name === 'frame.timed_out') return this.timeOut(entry);
    if (first.name === 'frame.time_given') return this.gift(entry);
    return first.name === 'frame.outages';
  }

  private timeOut(entry: Entry): boolean {
    const [first, second] = entry.events;
    const seat = Number(first?.data.seat);
    const clock = this.seats[seat];
    const byTimer = entry.actor === 'timer' && entry.seat === seat && !this.pace.byHand;
    const claimed = entry.actor === 'player' && entry.seat !== seat && this.hasClock(entry.seat);
    const over = { name: 'frame.taken_over', version: second?.version, data: { seat, level: this.pace.level } };
    if (entry.events.length !== 2 || canonical(second) !== canonical(over) || !clock) return false;
    if (!(byTimer || claimed) || !this.hasClock(seat) || this.standIns.has(seat)) return false;
    if (!clock.timeOut()) return false;
    this.standIns.add(seat);
    this.out.add(seat);
    return true;
  }

  private gift({ events, actor, seat }: Entry): boolean {
    const extra = extraOf(this.pace);
    const { to } = events[0]?.data ?? {};
    const same = canonical(events[0]?.data) === canonical({ seat, to, time: extra });
    if (events.length !== 1 || actor !== 'player' || typeof to !== 'number' || to === seat || !same) return false;
    if (!this.hasClock(seat) || !this.hasClock(to)) return false;
    this.seats[to]?.add(extra);
    return true;
  }

  /** Follows who plays the seats. The timer lets no bot play without a time-out. */
  private hold({ actor, events, time }: Entry): boolean {
    if (actor === 'timer' && events[0]?.name === 'frame.taken_over') return false;
    for (const { name, data } of events) {
      const { seat } = data;
      if (typeof seat !== 'number') continue;
      if (name === 'frame.taken_over') this.standIns.add(seat);
      if (name === 'frame.returned' || name === 'frame.handed_over') this.standIns.delete(seat);
      if (name === 'frame.conceded') this.conceded.add(seat);
      if (name === 'frame.conceded' || name === 'frame.handed_over') this.pauses.leave(seat, time);
    }
    return true;
  }

  /** Stops and starts the clocks after an entry. */
  private switch({ seq, kind, seat: by, events }: Entry): void {
    for (const [seat, clock] of this.seats.entries()) {
      if (this.out.has(seat) && !this.standIns.has(seat)) {
        this.out.delete(seat);
        clock.refill();
      }
      clock.switch({
        owing: this.owed.after(seq, seat),
        plays: this.hasClock(seat) && !this.standIns.has(seat),
        ...{ moved: kind === 'move', own: by === seat, takesBack: events[0]?.name === 'frame.taken_back' },
      });
    }
  }

  /** Reports whether a person has the seat, and has not conceded. */
  private hasClock(seat: number): boolean {
    const place = this.doc.seats[seat];
    return place !== undefined && place.bot === undefined && !this.conceded.has(seat);
  }
}
