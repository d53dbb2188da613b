import type { JsonObject } from '../wire/narrow';
import type { Checking } from './check';
import type { Document, Entry } from './document';
import type { Wrong } from './steps';

/**
 * Checks the acts that can end a table before its game: concessions, and proposals to stop with their answers. They are those of persons
 * who could make them, nothing follows the end, and the outcome states them; see docs/fairness.md.
 */
export async function ending({ doc, slices }: Checking): Promise<Wrong | undefined> {
  const endings = new Endings(doc);
  for (const { entry } of doc.entries) {
    if (!endings.follow(entry)) return { check: 'ending', seq: entry.seq };
    await slices.pause();
  }
  return endings.agrees(doc.outcome) ? undefined : { check: 'ending' };
}

/** The acts whose events name the acting person's seat. */
const acts = ['frame.conceded', 'frame.stop_proposed', 'frame.stop_agreed', 'frame.stop_declined'];

/** All events that end a table, lead there, or change who plays a seat. Other checks find the faults of all others. */
const followed = [...acts, 'frame.ended', 'frame.closed', 'frame.taken_over', 'frame.returned', 'frame.handed_over'];

interface NamedEvent {
  name: string;
  data: JsonObject;
}

/** The state of concessions and proposals while a log is read. Methods that can fail return whether the log is right. */
class Endings {
  private readonly standIns = new Set<number>();
  private readonly conceded: number[] = [];
  /** The entry of the open proposal, its proposer, and the seats that agreed. */
  private proposal: { seq: number; by: number; agreed: number[] } | undefined;
  private ended = '';

  constructor(private readonly doc: Document) {}

  /** Follows one entry. */
  follow(entry: Entry): boolean {
    const { kind, actor, seat } = entry;
    if (kind === 'start') return true;
    const byPerson = actor === 'player' && seat >= 0;
    if (this.ended !== '' || (byPerson && this.conceded.includes(seat))) return false;
    if (kind === 'move' && byPerson) this.standIns.delete(seat);
    const events = entry.events.filter(({ name }) => followed.includes(name));
    if (!events.every((event, at) => this.apply(entry, event, at, events))) return false;
    const first = events[0];
    if (first?.name === 'frame.conceded' && (first.data.level === '') !== (this.ended !== '')) return false;
    return this.doc.nemetonExport === 1 || this.ended !== '' || !this.mustEnd(first?.name);
  }

  /** Reports whether the outcome of the document is that of the log, as far as these acts decide it. */
  agrees(outcome: Document['outcome']): boolean {
    const { winners, conceded = [], ended = '' } = outcome ?? { winners: [] };
    if (ended !== this.ended || !same(conceded, this.conceded)) return false;
    if (winners.some((seat) => this.conceded.includes(seat))) return false;
    const rest = this.rest();
    return ended === '' || same(winners, ended === 'concession' && rest.length === 1 ? rest : []);
  }

  private apply(entry: Entry, { name, data }: NamedEvent, at: number, events: NamedEvent[]): boolean {
    const { seat, proposal } = data;
    if (acts.includes(name) && !this.isAct(entry, at, seat)) return false;
    switch (name) {
      case 'frame.conceded':
        return this.concede(Number(seat));
      case 'frame.stop_proposed':
        if (this.proposal) return false;
        this.proposal = { seq: entry.seq, by: Number(seat), agreed: [Number(seat)] };
        return true;
      case 'frame.stop_agreed':
        return this.agree(Number(seat), proposal);
      case 'frame.stop_declined':
        if (!this.proposal || this.proposal.seq !== proposal) return false;
        this.proposal = undefined;
        return true;
      case 'frame.ended':
        return at + 1 === events.length && this.end(entry, data, events.slice(0, at));
      case 'frame.closed':
        this.ended = 'operator';
        return entry.kind === 'frame' && entry.actor === 'timer' && entry.seat === -1 && entry.events.length === 1;
      case 'frame.taken_over':
      case 'frame.returned':
      case 'frame.handed_over':
        return this.hold(name, seat);
      default:
        return true;
    }
  }

  private agree(seat: number, to: unknown): boolean {
    const { proposal } = this;
    if (!proposal || proposal.seq !== to || proposal.agreed.includes(seat)) return false;
    proposal.agreed.push(seat);
    return true;
  }

  /** Reports whether a person of the table made the act. */
  private isAct({ kind, actor, seat: by, events }: Entry, at: number, seat: unknown): boolean {
    const place = typeof seat === 'number' ? this.doc.seats[seat] : undefined;
    if (at !== 0 || events.length > 2) return false;
    return kind === 'frame' && actor === 'player' && by === seat && place !== undefined && !place.bot;
  }

  private concede(seat: number): boolean {
    this.conceded.push(seat);
    this.standIns.add(seat);
    this.withdraw(seat);
    return true;
  }

  /** Drops the agreement of a seat. A proposal ends with that of its proposer. */
  private withdraw(seat: number): void {
    if (this.proposal?.by === seat) this.proposal = undefined;
    if (this.proposal) this.proposal.agreed = this.proposal.agreed.filter((each) => each !== seat);
  }

  /** Follows who plays a seat. Nobody takes a seat that has conceded. */
  private hold(name: string, seat: unknown): boolean {
    if (typeof seat !== 'number' || !this.doc.seats[seat]) return true; // other checks find it
    if (this.conceded.includes(seat)) return false;
    if (name === 'frame.handed_over') this.withdraw(seat);
    if (name === 'frame.taken_over') this.standIns.add(seat);
    else this.standIns.delete(seat);
    return true;
  }

  private rest(): number[] {
    return this.doc.seats.map(({ seat }) => seat).filter((seat) => !this.conceded.includes(seat));
  }

  /** The seats of persons who have not conceded. Records of version 1 do not bind bots: there the log states these seats. */
  private people(stated: readonly number[]): number[] {
    const isPerson = (seat: number): boolean =>
      this.doc.nemetonExport === 1 ? stated.includes(seat) : !this.doc.seats[seat]?.bot;
    return this.rest().filter(isPerson);
  }

  /** The seats whose persons must agree to a stop. */
  private voters(stated: readonly number[]): number[] {
    return this.people(stated).filter((seat) => !this.standIns.has(seat));
  }

  private isAgreed(voters: readonly number[]): boolean {
    const { proposal } = this;
    return proposal !== undefined && voters.every((seat) => proposal.agreed.includes(seat));
  }

  private isDecided(people: readonly number[]): boolean {
    return this.conceded.length > 0 && (this.rest().length === 1 || people.length === 0);
  }

  /** Reports whether an act ends the table, so that its entry must say so. */
  private mustEnd(act: string | undefined): boolean {
    if (act === 'frame.conceded') return this.isDecided(this.people([]));
    return (act === 'frame.stop_proposed' || act === 'frame.stop_agreed') && this.isAgreed(this.voters([]));
  }

  private end({ kind, actor, seat, events }: Entry, data: JsonObject, before: NamedEvent[]): boolean {
    const stated: unknown = data.people;
    if (!Array.isArray(stated) || !stated.every((each) => typeof each === 'number')) return false;
    const byAgreement = data.by === 'agreement';
    const people = byAgreement ? this.voters(stated) : this.people(stated);
    const decided = byAgreement ? this.isAgreed(people) : data.by === 'concession' && this.isDecided(people);
    const alone = before.length === 0 && byAgreement && actor === 'timer' && seat === -1;
    if (
      kind !== 'frame' ||
      events.length !== before.length + 1 ||
      !decided ||
      !same(people, stated) ||
      !(alone || isCause(before, byAgreement))
    )
      return false;
    this.ended = byAgreement ? 'agreement' : 'concession';
    return true;
  }
}

/** Reports whether the events are an act that can end a table in this way. */
function isCause(events: NamedEvent[], byAgreement: boolean): boolean {
  const names = byAgreement ? ['frame.stop_proposed', 'frame.stop_agreed'] : ['frame.conceded'];
  return events.length === 1 && names.includes(events[0]?.name ?? '');
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}
