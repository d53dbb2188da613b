import { api } from '../net/api';
import { codeOf } from '../net/rest';
import { isOlder, type Table } from '../wire/table';

/** The milliseconds between two requests, while the page is visible and while it is hidden. */
const every = 4_000;
const everyHidden = 30_000;

/**
 * Another table than that of the page: the rematch of a finished table. It is polled, because a socket would tell its host that the reader
 * is there. A hidden page polls too, because its browser may have to answer for its seat.
 */
export class FollowedTable {
  /** The newest table; null until the first answer. */
  table: Table | null = $state.raw(null);
  /** The reader may not see the table, or it does not exist any more. */
  gone = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  /** `loaded` receives the table after each answer. */
  constructor(
    private readonly id: string,
    private readonly loaded: (table: Table) => void,
  ) {}

  /** Starts polling. The returned function stops it. */
  watch(): () => void {
    void this.load();
    document.addEventListener('visibilitychange', this.hurry);
    return () => {
      this.stopped = true;
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', this.hurry);
    };
  }

  /** Takes over a state of the table, unless a newer one is known. */
  accept(table: Table): void {
    if (this.stopped || (this.table && isOlder(table, this.table))) return;
    this.table = table;
    this.gone = false;
    this.loaded(table);
  }

  private readonly hurry = (): void => {
    if (!document.hidden) void this.load();
  };

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.accept(await api.table(this.id));
    } catch (error) {
      // After other errors the last known state stays.
      if (codeOf(error) === 'unknown_table') this.gone = true;
    }
    clearTimeout(this.timer);
    if (this.stopped || this.table?.state === 'finished' || this.table?.state === 'closed') return;
    this.timer = setTimeout(() => void this.load(), document.hidden ? everyHidden : every);
  }
}
