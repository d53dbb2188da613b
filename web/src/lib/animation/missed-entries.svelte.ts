import { lastSeen, saveLastSeen } from './last-seen';

/**
 * Tracks the entries of a table that the reader missed: since the last visit, in another window, or while disconnected. It starts
 * away; call `resume` when the table becomes visible.
 */
export class MissedEntries {
  /** The entries of the recap: after `since`, up to `until`. Null if there are none. */
  span: { since: number; until: number } | null = $state.raw(null);

  private seq = 0;
  private away = true;

  constructor(private readonly table: string) {}

  /** The table reached this entry. */
  reached(seq: number): void {
    this.seq = seq;
    if (!this.away) saveLastSeen(this.table, seq);
  }

  /** The table went back to this entry, so the reader missed nothing of its present history. */
  restored(seq: number): void {
    this.span = null;
    this.seq = seq;
    saveLastSeen(this.table, seq);
  }

  /** The reader looks away, or the connection is lost. */
  leave(): void {
    this.away = true;
  }

  /** The reader is back. An unread recap is extended. */
  resume(): void {
    if (!this.away) return;
    this.away = false;
    const since = this.span?.since ?? lastSeen(this.table);
    if (since !== undefined && since < this.seq) this.span = { since, until: this.seq };
    saveLastSeen(this.table, this.seq);
  }

  dismiss(): void {
    this.span = null;
  }
}
