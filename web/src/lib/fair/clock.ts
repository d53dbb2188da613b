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
    this.states = [{ left: pace.bank, grace: 0, owes: false, running: false, paid: false }];
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
    this.each((clock) => ({ ...clock, left: this.cap(clock.left + time) }));
  }

  /** Gives a player who returns after a time-out a time to play on. */
  refill(): void {
    const least = this.cap(Math.max(extraOf(this.pace), this.pace.increment));
    this.each((clock) => ({ ...clock, left: Math.max(clock.left, least) }));
  }

  /** Takes the states in which the time-out of an entry was right. Returns whether there is one. Clocks stood for `idle` milliseconds at most. */
  timeOut(idle: number | undefined): boolean {
    const zero = this.states.filter(({ left, grace, running }) =>
      running ? left === 0 && grace === 0 : idle !== undefined && left + this.pace.grace <= idle,
    );
    this.states = zero.map((clock) => ({ ...clock, left: 0, grace: 0 }));
    return zero.length > 0;
  }

  /** Stops and starts the clock after an entry. `owes` lists the possible answers to whether the seat owes a decision then. */
  switch({ owes, plays, moved, own }: Switch): void {
    const next = this.states.flatMap((before) =>
      owes.map((isOwing) => {
        const clock = { ...before, owes: isOwing };
        const runs = isOwing && plays;
        if (moved && !before.owes && isOwing) clock.paid = false;
        if (before.running && !isOwing && moved && !clock.paid) {
          clock.left = this.cap(clock.left + this.pace.increment);
          clock.paid = true;
        } else if (runs && (!before.running || (moved && own))) clock.grace = this.pace.grace;
        clock.running = runs;
        if (!runs) clock.grace = 0;
        return clock;
      }),
    );
    this.states = prune(next);
  }

  private each(change: (clock: ClockState) => ClockState): void {
    this.states = this.states.map(change);
  }

  private cap(left: number): number {
    return this.pace.capped ? Math.min(left, this.pace.bank) : left;
  }
}

/** What an entry changes for a clock. */
interface Switch {
  owes: readonly boolean[];
  /** The seat has a clock, and no bot plays it. */
  plays: boolean;
  /** The entry is a move: of the seat itself if `own`. */
  moved: boolean;
  own: boolean;
}

/** Drops each state whose clock never has less time than that of another one. */
function prune(states: readonly ClockState[]): ClockState[] {
  const kept: ClockState[] = [];
  for (const clock of states) {
    const below = (a: ClockState, b: ClockState): boolean =>
      a.owes === b.owes && a.running === b.running && (a.paid || !b.paid) && a.left <= b.left && a.grace <= b.grace;
    if (kept.some((each) => below(each, clock))) continue;
    kept.splice(0, kept.length, ...kept.filter((each) => !below(clock, each)), clock);
  }
  if (kept.length <= maxStates) return kept;
  const least = (owes: boolean, running: boolean): ClockState[] => {
    const same = kept.filter((each) => each.owes === owes && each.running === running);
    if (same.length === 0) return [];
    const of = (member: 'left' | 'grace'): number => Math.min(...same.map((each) => each[member]));
    return [{ owes, running, left: of('left'), grace: of('grace'), paid: same.some(({ paid }) => paid) }];
  };
  return [...least(true, true), ...least(true, false), ...least(false, false)];
}
