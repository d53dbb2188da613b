import type { Owing } from './owing';

/** The time control of a table with clocks. All times are in milliseconds. */
export interface Pace {
  bank: number;
  increment: number;
  /** The time of each move that does not count. */
  grace: number;
  /** The bank is the most that a clock can have. */
  capped: boolean;
  byHand: boolean;
  level: string;
  vacations: boolean;
}

const levels = ['easy', 'medium', 'hard'];

/** Reads the pace from the options of a table; undefined if it has no clocks. */
export function paceOf(options: Readonly<Record<string, unknown>> | null): Pace | undefined {
  const value = (id: string): number => Number(options?.[id] ?? 0);
  const kind = value('pace');
  if (kind !== 1 && kind !== 2) return undefined;
  return {
    ...{ bank: value('paceBank') * 1000, increment: value('paceIncrement') * 1000 },
    ...{ grace: kind === 1 ? 1000 : 0, capped: kind === 2, byHand: value('paceByHand') === 1 },
    level: levels[Math.min(Math.max(value('paceLevel'), 0), levels.length - 1)] ?? '',
    vacations: kind === 2 && value('paceVacation') === 1,
  };
}

/** The time that one player can give to another at once. */
export function extraOf({ bank }: Pace): number {
  return Math.max(Math.floor(bank / 4000) * 1000, 1000);
}

/** One possible state of a seat's clock. */
export interface ClockState {
  left: number;
  /** The rest of the time of this move that does not count. */
  grace: number;
  /** The time on it when it began to run. A take-back that stops the clock restores this. */
  mark: number;
  owes: boolean;
  running: boolean;
  /** The increment for the decisions that the seat owed last was added. */
  paid: boolean;
}

/** The most possible states that are kept of a clock; more of them become one with the least time. */
const maxStates = 32;

/**
 * The clock of one seat while a log is read. A log without rules can leave open whether the seat owed a decision for a while. Then the clock has several
 * possible states, and a time-out is wrong if it came early in each of them.
 */
export class SeatClock {
  states: ClockState[];

  constructor(private readonly pace: Pace) {
    this.states = [{ left: pace.bank, grace: 0, mark: pace.bank, owes: false, running: false, paid: false }];
  }

  /** Lets the clock run for a time. */
  spend(time: number): void {
    this.each((clock) => {
      if (!clock.running) return clock;
      const free = Math.min(clock.grace, time);
      return { ...clock, grace: clock.grace - free, left: Math.max(0, clock.left - (time - free)) };
    });
  }

  /** Adds time to the clock. */
  add(time: number): void {
    this.each((clock) => ({ ...clock, left: this.cap(clock.left + time), mark: this.cap(clock.mark + time) }));
  }

  /** Gives a player who returns after a time-out a time to play on. */
  refill(): void {
    const least = this.cap(Math.max(extraOf(this.pace), this.pace.increment));
    this.each((clock) => ({ ...clock, left: Math.max(clock.left, least) }));
  }

  /** Keeps the states in which the time-out of an entry was right. Returns whether there is one. */
  timeOut(): boolean {
    this.states = this.states.filter(({ left, grace, running }) => running && left === 0 && grace === 0);
    return this.states.length > 0;
  }

  /** Stops and starts the clock after an entry. */
  switch(by: Switch): void {
    const next = this.states.flatMap((before) =>
      owesAfter(before.owes, by).map((owes) => this.after(before, owes, by)),
    );
    this.states = prune(next);
  }

  private after(before: ClockState, owes: boolean, { plays, moved, takesBack, own }: Switch): ClockState {
    const clock = { ...before, owes, running: owes && plays };
    if (moved && !before.owes && owes) clock.paid = false;
    if (before.running && !clock.running && takesBack) clock.left = clock.mark;
    else if (before.running && !owes && moved && !clock.paid) {
      clock.left = this.cap(clock.left + this.pace.increment);
      clock.paid = true;
    } else if (clock.running && (!before.running || (moved && own))) clock.grace = this.pace.grace;
    if (clock.running && !before.running) clock.mark = clock.left;
    if (!clock.running) clock.grace = 0;
    return clock;
  }

  private each(change: (clock: ClockState) => ClockState): void {
    this.states = this.states.map(change);
  }

  private cap(left: number): number {
    return this.pace.capped ? Math.min(left, this.pace.bank) : left;
  }
}

/** The effect of an entry on a clock. */
interface Switch {
  /** Whether the seat owes a decision after it. */
  owing: Owing;
  /** The seat has a clock, and no bot plays it. */
  plays: boolean;
  /** The entry is a move: of the seat itself if `own`. */
  moved: boolean;
  own: boolean;
  takesBack: boolean;
}

/** The possible answers to whether a seat owes a decision after an entry. If the log ends before its next answer, the clock has the least time if it does. */
function owesAfter(before: boolean, { owing, moved, own, takesBack }: Switch): readonly boolean[] {
  if (owing !== 'doubt') return [owing !== 'no'];
  const opens = moved && (own || !before);
  const closes = takesBack && before;
  return opens || closes ? [true, false] : [before];
}

/** Drops each state whose clock never has less time than that of another one. */
function prune(states: readonly ClockState[]): ClockState[] {
  const kept: ClockState[] = [];
  for (const clock of states) {
    const below = (a: ClockState, b: ClockState): boolean =>
      a.owes === b.owes &&
      a.running === b.running &&
      (a.paid || !b.paid) &&
      a.left <= b.left &&
      a.grace <= b.grace &&
      a.mark <= b.mark;
    if (kept.some((each) => below(each, clock))) continue;
    kept.splice(0, kept.length, ...kept.filter((each) => !below(clock, each)), clock);
  }
  if (kept.length <= maxStates) return kept;
  const least = (owes: boolean, running: boolean): ClockState[] => {
    const same = kept.filter((each) => each.owes === owes && each.running === running);
    if (same.length === 0) return [];
    const of = (member: 'left' | 'grace' | 'mark'): number => Math.min(...same.map((each) => each[member]));
    return [
      { owes, running, left: of('left'), grace: of('grace'), mark: of('mark'), paid: same.some(({ paid }) => paid) },
    ];
  };
  return [...least(true, true), ...least(true, false), ...least(false, false)];
}
