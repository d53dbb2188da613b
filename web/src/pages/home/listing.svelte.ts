import { codeOf } from '../../lib/net/rest';
import type { Table, TablePage } from '../../lib/wire/table';

const every = 8_000;

/** A list of tables, asked for again and again while the page is seen. */
export class Listing {
  /** Null until the first answer. */
  tables: Table[] | null = $state.raw(null);
  /** There are more than were asked for. */
  more = $state(false);
  /** The code of what went wrong the last time, if anything did. */
  code: string | null = $state(null);

  constructor(private readonly ask: () => Promise<TablePage>) {}

  /** Asks now, and from now on until the function it returns is called. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => document.hidden || void this.load(), every);
    const seen = (): void => void (document.hidden || this.load());
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** Asks once more. */
  async load(): Promise<void> {
    try {
      const { tables, next } = await this.ask();
      this.tables = tables;
      this.more = next !== undefined;
      this.code = null;
    } catch (error) {
      this.code = codeOf(error);
    }
  }
}
