import { isObject } from '../wire/narrow';
import { canonical } from './canonical';
import type { Checking } from './checking';
import type { Document, Entry, StoredEvent } from './document';
import { formOf, type Follow } from './form-events';
import { hasClocks, isLevel, paceOf, type Pace } from './form-options';
import { startedOf } from './pool-checks';
import type { Wrong } from './steps';

/**
 * Checks the form of options, outcome and entries, which needs no rules; see docs/fairness.md. `nemeton verify` does the same, and both are tested
 * with the same table of cases. Clocks and agreements are not its concern.
 */
export async function form({ doc, slices, cut }: Checking): Promise<Wrong | undefined> {
  const pace = paceOf(doc.options);
  const colors = doc.seats.map(({ color }) => color);
  const seated = colors.length > 0 && !colors.includes('') && new Set(colors).size === colors.length;
  if (!pace || !seated || !doc.seats.every(({ bot }) => bot === undefined || isLevel(bot)))
    return { check: 'form', seq: 1 };
  const log = new LogForm(doc, pace);
  for (const { entry } of doc.entries) {
    if (!log.follow(entry)) return { check: 'form', seq: entry.seq };
    await slices.pause();
  }
  return cut || log.agrees(doc.outcome) ? undefined : { check: 'form' };
}

const decisionForm = /^([1-9][0-9]{0,9})-[1-9][0-9]{0,9}$/;

/** The state of a log on which the form of later entries depends. Methods that can fail return whether the log is right. */
class LogForm {
  private readonly seats: { away: boolean; standIn: boolean }[];
  private readonly conceded: number[] = [];
  private ended = '';
  /** The time of the newest entry; at first that of the table's creation. */
  private time: number;
  /** The number of the start's last event of the table: a fork has the log of its origin there. */
  private readonly opening: number;

  constructor(
    private readonly doc: Document,
    private readonly pace: Pace,
  ) {
    this.seats = doc.seats.map(() => ({ away: false, standIn: false }));
    this.time = doc.createdAt;
    this.opening = startedOf(doc).origin ? 1 : 0;
  }

  follow(entry: Entry): boolean {
    const { seq, kind, seat, actor, command, decision, move, draws, time } = entry;
    if (this.ended !== '' || time < this.time || time < 0 || (kind === 'start') !== (seq === 1)) return false;
    if (kind !== 'move' && (decision !== '' || move !== null)) return false;
    if (kind === 'frame' && draws.length > 0) return false;
    this.time = time;
    if (!draws.every(({ what, of, is }) => what !== '' && of >= 1 && is >= 0 && is < of)) return false;
    const ofTable = (at: number): boolean => kind === 'frame' || (kind === 'start' && at <= this.opening);
    if (!entry.events.every((event, at) => isEvent(event, ofTable(at)))) return false;
    if (kind === 'start') return seat === -1 && actor === 'host' && command === '';
    return kind === 'move' ? this.move(entry) : kind === 'frame' && this.system(entry);
  }

  /** Compares the stated outcome with the log, as far as that needs no rules. */
  agrees(outcome: Document['outcome']): boolean {
    if (!outcome || outcome.scores.length !== this.seats.length) return false;
    const { winners, conceded = [], ended = '' } = outcome;
    if (!winners.every((seat) => this.seats[seat] && !this.conceded.includes(seat))) return false;
    if (new Set(winners).size !== winners.length) return false;
    if (canonical(conceded) !== canonical(this.conceded) || ended !== this.ended) return false;
    const last = ended === 'concession' && conceded.length === this.seats.length - 1;
    return ended === '' || winners.length === (last ? 1 : 0);
  }

  private move({ seq, seat, actor, decision, move }: Entry): boolean {
    const opened = Number(decisionForm.exec(decision)?.[1] ?? seq);
    const state = this.seats[seat];
    if (opened >= seq || !isObject(move) || !state) return false;
    if (actor === 'player') {
      Object.assign(state, { away: false, standIn: false });
      return this.isPerson(seat);
    }
    return actor === 'bot' && (this.doc.seats[seat]?.bot !== undefined || state.standIn);
  }

  private system(entry: Entry): boolean {
    const [first, follower] = entry.events;
    if (!first || entry.events.length > 2) return false;
    const byTimer = entry.actor === 'timer' && entry.command === '';
    if (!byTimer && !(entry.actor === 'player' && this.isPerson(entry.seat))) return false;
    return formOf(first.name, entry.actor)?.({ ...this.followed, entry, data: first.data, follower }) ?? false;
  }

  /** The part of the log's state that the form of events reads and changes. */
  private get followed(): Omit<Follow, 'entry' | 'data' | 'follower'> {
    const options = this.doc.options ?? {};
    return {
      pace: this.pace,
      seats: this.seats,
      replacesSilent: !hasClocks(this.pace) && options.takeover !== 0,
      isPerson: (seat) => this.isPerson(seat),
      concede: (seat) => this.conceded.push(seat),
      end: (reason) => (this.ended = reason),
    };
  }

  /** Reports whether a person has the seat, and has not conceded. */
  private isPerson(seat: number): boolean {
    return this.doc.seats[seat] !== undefined && !this.doc.seats[seat].bot && !this.conceded.includes(seat);
  }
}

/** Reports whether an event is one of the table, or else one of the title. */
function isEvent({ name, version, data }: StoredEvent, ofTable: boolean): boolean {
  if (name === '' || version < 1 || !isObject(data)) return false;
  return name.startsWith('frame.') === ofTable && (!ofTable || version === 1);
}
