import { canonical } from './canonical';
import type { Entry, StoredEvent } from './document';

/** The longest pause by agreement, and all vacations of a seat in one game, in milliseconds. */
const pauseLength = 7 * 24 * 60 * 60 * 1000;
const vacationLimit = 30 * 24 * 60 * 60 * 1000;

/** The facts about the seats of a table that a pause depends on. */
export interface PausingSeats {
  /** All seats of the table. */
  seats: readonly number[];
  /** A person has the seat, and has not conceded. */
  isPerson(seat: number): boolean;
  /** A person plays the seat, and no bot for them. */
  playsItself(seat: number): boolean;
  /** The table stands still during vacations. */
  vacations: boolean;
}

interface Vacation {
  until: number;
  /** The milliseconds of all vacations of the seat, up to `until`. */
  used: number;
}

const names = ['frame.pause_proposed', 'frame.pause_agreed', 'frame.pause_declined', 'frame.paused', 'frame.vacation'];

/** Reports whether an event belongs to a pause or a vacation. */
export function isPausing({ name }: StoredEvent): boolean {
  return names.includes(name);
}

/** The pauses and vacations of a table while its log is read. */
export class Pauses {
  private until = 0;
  private proposal: { seq: number; resumes: boolean; agreed: number[] } | undefined;
  /** The seats whose persons agreed to the pause. */
  private consents: number[] = [];
  private readonly away = new Map<number, Vacation>();

  constructor(private readonly table: PausingSeats) {}

  /** The time up to which the clocks stand still; it may be in the past. */
  get pausedUntil(): number {
    const vacations = [...this.away].filter(([seat]) => this.table.playsItself(seat)).map(([, { until }]) => until);
    return Math.max(this.until, ...vacations);
  }

  /** Follows an entry that begins with an event of a pause or a vacation. Returns whether a server would have stored it. */
  follow(entry: Entry): boolean {
    const [first, ...rest] = entry.events;
    const { seat, proposal, until } = first?.data ?? {};
    if (!first || typeof seat !== 'number' || entry.kind !== 'frame' || entry.actor !== 'player') return false;
    if (entry.seat !== seat || !this.table.isPerson(seat)) return false;
    if (first.name === 'frame.vacation') return rest.length === 0 && this.vacation(seat, until, entry.time);
    const open = this.openAt(entry.time);
    if (first.name === 'frame.pause_proposed') {
      if (open) return false;
      const resumes = entry.time < this.until;
      this.proposal = { seq: entry.seq, resumes, agreed: [seat] };
      return this.settle(entry.time, rest);
    }
    if (!open || open.seq !== proposal) return false;
    if (first.name === 'frame.pause_declined') {
      this.proposal = undefined;
      return rest.length === 0;
    }
    if (first.name !== 'frame.pause_agreed' || open.agreed.includes(seat)) return false;
    open.agreed.push(seat);
    return this.settle(entry.time, rest);
  }

  /** Drops what a person agreed to who hands the seat over, or concedes. */
  leave(seat: number, time: number): void {
    const { proposal } = this;
    if (proposal?.agreed[0] === seat) this.proposal = undefined;
    if (proposal) proposal.agreed = proposal.agreed.filter((each) => each !== seat);
    this.consents = this.consents.filter((each) => each !== seat);
    const left = this.away.get(seat);
    if (left && left.until > time) this.away.set(seat, { until: 0, used: left.used - (left.until - time) });
  }

  private openAt(time: number): { seq: number; resumes: boolean; agreed: number[] } | undefined {
    const { proposal } = this;
    return proposal && (!proposal.resumes || time < this.until) ? proposal : undefined;
  }

  /** Pauses the clocks, or ends the pause, if all persons who play agree. The second event of the entry must say so. */
  private settle(time: number, rest: readonly StoredEvent[]): boolean {
    const { proposal, table } = this;
    if (!proposal) return false;
    const imposed = proposal.resumes && !this.consents.includes(proposal.agreed[0] ?? -1);
    const missing = table.seats.some((seat) => table.playsItself(seat) && !proposal.agreed.includes(seat));
    if (missing && !imposed) return rest.length === 0;
    const until = proposal.resumes ? 0 : time + pauseLength;
    const [second] = rest;
    if (rest.length !== 1 || second?.name !== 'frame.paused') return false;
    if (canonical(second.data) !== canonical({ until })) return false;
    this.until = until;
    this.consents = proposal.resumes ? [] : proposal.agreed;
    this.proposal = undefined;
    return true;
  }

  private vacation(seat: number, until: unknown, time: number): boolean {
    if (!this.table.vacations || typeof until !== 'number') return false;
    const last = this.away.get(seat) ?? { until: 0, used: 0 };
    const rest = Math.max(0, last.until - time);
    const used = last.used - rest;
    if (until === 0) {
      this.away.set(seat, { until: 0, used });
      return rest > 0;
    }
    this.away.set(seat, { until, used: used + until - time });
    return until > time && until !== last.until && until - time + used <= vacationLimit;
  }
}
