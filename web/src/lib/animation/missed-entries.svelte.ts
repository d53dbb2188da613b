import { lastSeen, saveLastSeen } from './last-seen';

/**
 * Knows what the reader has not seen of a table: since the last visit, behind another window, or while the connection was lost. Begin
 * away; call `back` when the table is before the reader's eyes.
 */
export class MissedEntries {
  /** The entries to be summed up: those after `since`, up to `until`. Null where there is nothing. */
  span: { since: number; until: number } | null = $state.raw(null);

  private seq = 0;
  private away = true;

  constructor(private readonly table: string) {}

  /** The table is at this entry. */
  reached(seq: number): void {
    this.seq = seq;
    if (!this.away) saveLastSeen(this.table, seq);
  }

  /** The reader looks away, or sees nothing new. */
  leave(): void {
    this.away = true;
  }

  /** The reader looks again. What was not read of an earlier summary stays in it. */
  resume(): void {
    if (!this.away) return;
    this.away = false;
    const since = this.span?.since ?? lastSeen(this.table);
    if (since !== undefined && since < this.seq) this.span = { since, until: this.seq };
    saveLastSeen(this.table, this.seq);
  }

  /** The reader has read the summary. */
  dismiss(): void {
    this.span = null;
  }
}
