import { inOrder } from '../../lib/app/in-order';
import { askAgain, passes } from '../../lib/net/again';
import { Refusal } from '../../lib/net/rest';
import { pollWhileVisible } from '../../lib/app/visible-polling';
import type { Table, TablePage } from '../../lib/wire/table';

const every = 8_000;

/** A list of tables that polls while the page is visible. */
export class Listing {
  /** Null until the first answer. */
  tables: Table[] | null = $state.raw(null);
  /** There are more tables than requested. */
  more = $state(false);
  /** The failure of the last request. A list that gets no answer asks again by itself. */
  failure: Refusal | null = $state.raw(null);
  /** Keeps the list from asking again. */
  stop: () => void = () => undefined;

  private readonly ask: () => Promise<TablePage | undefined>;

  constructor(ask: () => Promise<TablePage>) {
    this.ask = inOrder(ask);
  }

  /** Loads the list, unless it asks again by itself soon. */
  poll(): void {
    if (!passes(this.failure)) void this.load();
  }

  /** Starts polling. The returned function stops it. */
  watch(): () => void {
    const end = pollWhileVisible(() => this.poll(), every);
    return () => {
      end();
      this.stop();
    };
  }

  async load(): Promise<void> {
    this.stop();
    try {
      const page = await this.ask();
      if (!page) return;
      this.tables = page.tables;
      this.more = page.next !== undefined;
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Refusal ? error : new Refusal('internal', 0);
      if (passes(error)) this.stop = askAgain(error, () => void this.load());
    }
  }
}
