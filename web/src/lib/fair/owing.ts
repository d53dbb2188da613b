import type { Document, Entry } from './document';

/** Whether a seat owed a decision after an entry, as far as a log shows it. */
export type Owing =
  | 'yes'
  | 'no'
  /** A take-back undid a move, and only the rules say whether that move opened a decision of the seat. */
  | 'doubt'
  /** The log ends before the seat's next answer. */
  | 'open';

/** A part of a log, from one entry up to another one, which is no part of it. */
interface Span {
  from: number;
  to: number;
}

/**
 * The decisions that the seats of a log owed, found without the rules of its title. A move names its decision, and the decision's id names the entry
 * that opened it. A seat owes one decision at most, and a decision closes by its answer, by a take-back, or with the game.
 */
export class Owed {
  /** By seat: the decisions that were answered, in order. */
  private readonly answered: Span[][];
  /** By seat: the moves that a take-back undid, each up to that take-back. */
  private readonly undone: (Span & { seat: number })[] = [];
  /** The first entry whose decision or take-back no server would have stored. */
  readonly wrong: number | undefined;

  constructor(doc: Document) {
    this.answered = doc.seats.map(() => []);
    this.wrong = doc.entries.find(({ entry }) => !this.read(entry, doc))?.entry.seq;
  }

  /** Whether a seat owed a decision after an entry. */
  after(seq: number, seat: number): Owing {
    const answers = this.answered[seat] ?? [];
    const next = answers.find(({ to }) => to > seq);
    if (!next) return 'open';
    if (next.from <= seq) return 'yes';
    const last = answers.findLast(({ to }) => to <= seq)?.to ?? 0;
    // After a take-back, its seat owes the decision of the move that was undone.
    if (this.undone.some((each) => each.seat === seat && each.to > last && each.to <= seq)) return 'yes';
    return this.undone.some(({ from, to }) => from <= seq && seq < to) ? 'doubt' : 'no';
  }

  private readonly moves: { seq: number; seat: number }[] = [];

  private read({ kind, seq, seat, decision, events }: Entry, doc: Document): boolean {
    if (kind === 'move') {
      const opened = Number(/^([1-9]\d{0,9})-[1-9]\d*$/.exec(decision)?.[1] ?? 0);
      const answers = this.answered[seat];
      if (!answers || opened === 0 || opened >= seq || opened < (answers.at(-1)?.to ?? 0)) return false;
      if (!canOpen(doc.entries[opened - 1]?.entry)) return false;
      answers.push({ from: opened, to: seq });
      this.moves.push({ seq, seat });
      return true;
    }
    const [first] = events;
    if (kind !== 'frame' || first?.name !== 'frame.taken_back') return true;
    const move = this.moves.pop();
    if (!move || move.seat !== first.data.seat) return false;
    this.undone.push({ seat: move.seat, from: move.seq, to: seq });
    return true;
  }
}

/** Reports whether decisions can open with an entry. */
function canOpen(entry: Entry | undefined): boolean {
  return entry !== undefined && (entry.kind !== 'frame' || entry.events[0]?.name === 'frame.taken_back');
}
