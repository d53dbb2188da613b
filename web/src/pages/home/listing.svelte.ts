import { passing } from '../../lib/net/again';
import { codeOf } from '../../lib/net/rest';
import { pollWhileVisible } from '../../lib/app/visible-polling';
import type { Table, TablePage } from '../../lib/wire/table';

const every = 8_000;

/** A list of tables that polls while the page is visible. */
export class Listing {
  /** Null until the first answer. */
  tables: Table[] | null = $state.raw(null);
  /** There are more tables than requested. */
  more = $state(false);
  /** The error code of the last request, if it failed. */
  code: string | null = $state(null);

  /** The code of the text for the failure. A list that gets no answer asks again by itself. */
  get problem(): string | null {
    return this.code !== null && passing.includes(this.code) ? 'unanswered' : this.code;
  }

  constructor(private readonly ask: () => Promise<TablePage>) {}

  /** Starts polling. The returned function stops it. */
  watch(): () => void {
    return pollWhileVisible(() => void this.load(), every);
  }

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
