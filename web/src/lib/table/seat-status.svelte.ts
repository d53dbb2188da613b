import { Submission } from '../app/submission.svelte.ts';
import { errorText } from '../i18n/translate';
import { api } from '../net/api';
import type { TableModel } from './table-model.svelte.ts';

/** The reader's actions on stand-ins and absences at a table. */
export class SeatStatus extends Submission {
  /** The number of moves that the stand-in made for the returned reader; null if there is nothing to report. */
  played: number | null = $state(null);

  constructor(
    private readonly id: string,
    private readonly model: TableModel,
  ) {
    super();
  }

  /** The error text of the last request. Others may have done the same before. */
  get problem(): string | null {
    const { code } = this;
    return code === null || code === 'no_change' || code === 'stale_decision' ? null : errorText(code);
  }

  agree(seat: number): Promise<void> {
    return this.run(() => api.agree(this.id, seat));
  }

  /** Lets a bot play a seat whose clock has reached zero. */
  claimTime(seat: number): Promise<void> {
    return this.run(() => api.claimTime(this.id, seat));
  }

  /** Gives another player more time. */
  giveTime(seat: number): Promise<void> {
    return this.run(() => api.giveTime(this.id, seat));
  }

  proposePause(): Promise<void> {
    return this.run(() => api.proposePause(this.id));
  }

  /** Answers the open proposal about a pause. Another answer may have ended it. */
  answerPause(answer: 'agree' | 'decline', proposal: number): Promise<void> {
    return this.run(() => api.answerPause(this.id, answer, proposal));
  }

  /** Carries out a proposal about a pause to which nobody else has to agree any more. A new one takes effect at once. */
  settlePause(proposal: number): Promise<void> {
    return this.run(async () => {
      await api.answerPause(this.id, 'decline', proposal);
      await api.proposePause(this.id);
    });
  }

  /** Returns to the own seat, which ends a stand-in. */
  comeBack(): Promise<void> {
    const stoodIn = this.model.table?.seats.some(({ seat, standIn }) => seat === this.model.me && standIn !== '');
    return this.run(async () => {
      await api.comeBack(this.id);
      if (stoodIn) this.played = await this.movesOfBot();
    });
  }

  /** Tells the table that the reader is present, unless that is being sent already. */
  async here(): Promise<void> {
    if (!this.busy) await this.comeBack();
  }

  dismiss(): void {
    this.played = null;
  }

  /** The number of moves of the last stand-in. */
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
}
