import { errorText } from '../i18n/translate';
import { api } from '../net/api';
import { codeOf } from '../net/rest';
import type { TableModel } from './table-model.svelte';

/** What the reader does about who plays for whom at a table. */
export class Occupancy {
  /** A call is under way. */
  busy = $state(false);
  /** Why the last call failed, in words. */
  problem: string | null = $state(null);
  /** How many moves a bot made for the reader, who is back; null where nothing is to be told. */
  played: number | null = $state(null);

  constructor(
    private readonly id: string,
    private readonly model: TableModel,
  ) {}

  /** Agrees that a bot plays a seat. */
  agree(seat: number): Promise<void> {
    return this.attempt(() => api.agree(this.id, seat));
  }

  /** The reader is here, and has the seat back from a bot. */
  comeBack(): Promise<void> {
    const stoodIn = this.model.table?.seats.some(({ seat, standIn }) => seat === this.model.me && standIn !== '');
    return this.attempt(async () => {
      await api.comeBack(this.id);
      if (stoodIn) this.played = await this.movesOfBot();
    });
  }

  /** What was told is read. */
  dismiss(): void {
    this.played = null;
  }

  /** How many moves the bot made that was there last. */
  private async movesOfBot(): Promise<number> {
    let n = 0;
    for (let since = 0, more = true; more;) {
      const page = await api.log(this.id, since, this.model.invite);
      for (const { actor, seat, events } of page.entries) {
        if (events.some(({ name, data }) => name === 'frame.taken_over' && data['seat'] === this.model.me)) n = 0;
        if (actor === 'bot' && seat === this.model.me) n++;
      }
      since = page.entries.at(-1)?.seq ?? since;
      more = page.more && page.entries.length > 0;
    }
    return n;
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await what();
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'no_change') this.problem = errorText(code);
    } finally {
      this.busy = false;
    }
  }
}
