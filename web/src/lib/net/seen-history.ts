import type { History } from '../wire/message';

/** The history of a table that this client saw, as far as the server identified it by heads. */
export class SeenHistory {
  /** The last entry on display; null before the first snapshot. */
  seq: number | null = null;
  /** The head of entry `seq`. */
  private head: string | undefined;
  /** The newest entry known: that of `seq`, or of a result whose update has not arrived yet. */
  newest: History | undefined;

  reach(seq: number, head: string | undefined): void {
    this.seq = seq;
    this.head = head;
    this.learn(seq, head);
  }

  /** Stores the head of an entry if no later one is known. */
  learn(seq: number, head: string | undefined): void {
    if (head !== undefined && seq >= (this.newest?.seq ?? 0)) this.newest = { seq, head };
  }

  /** The newest entry was lost. The entry on display may still exist. */
  loseNewest(): void {
    this.newest = undefined;
    if (this.seq !== null) this.learn(this.seq, this.head);
  }

  /** Forgets everything, so that the next connection begins with a snapshot. */
  forget(): void {
    this.seq = null;
    this.head = this.newest = undefined;
  }

  /** The query that asks for the entries after the one on display, and names its history. */
  query(separator: string): string {
    if (this.seq === null) return '';
    return `${separator}since=${this.seq}${this.head === undefined ? '' : `&head=${this.head}`}`;
  }
}
