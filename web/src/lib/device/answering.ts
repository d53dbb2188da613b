import { forgetContribution, isSwapped, rememberCommitment, rememberContribution } from '../check/memory';
import { api } from '../net/api';
import { backoff } from '../net/backoff';
import { codeOf } from '../net/rest';
import type { Table } from '../wire/table';
import { ensureDevice } from './device';
import { exclusively } from './lock';

/** The refusals after which another attempt can succeed. */
const temporary = ['offline', 'unavailable', 'overloaded', 'upgrading', 'too_fast', 'internal'];

/**
 * Answers for the reader's seat of an open table: sends a contribution to its chance, signed by a device. It tries again until the server
 * accepts or refuses the answer. The answer confirms no rematch, because the reader does not know of it.
 */
export class Answering {
  /** The question that is being answered: table, seat and commitment. */
  private question = '';
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  /** `answered` receives the table after each accepted answer. */
  constructor(private readonly answered: (table: Table) => void) {}

  /** Looks at a table, and answers if it waits for the player. Tables whose commitment was swapped get no answer. */
  look(table: Table, player: string | undefined): void {
    rememberCommitment(table);
    const mine = table.seats.find((seat) => player !== undefined && seat.player?.id === player);
    const asked = mine && !mine.contributed && table.state === 'open' && table.commitment !== '';
    const question = asked && !isSwapped(table) ? `${table.id} ${mine.seat} ${table.commitment}` : '';
    if (question === this.question) return;
    this.question = question;
    this.attempt = 0;
    clearTimeout(this.timer);
    if (mine && question !== '') void this.answer(question, table, mine.seat);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async answer(question: string, table: Table, seat: number): Promise<void> {
    try {
      const answered = await answerOnce(table, seat);
      if (this.question === question) this.question = '';
      if (!this.stopped) this.answered(answered);
    } catch (error) {
      if (this.question !== question || !temporary.includes(codeOf(error))) return;
      this.later(() => void this.answer(question, table, seat));
    }
  }

  private later(again: () => void): void {
    if (!this.stopped) this.timer = setTimeout(again, backoff(this.attempt++, Math.random, document.hidden));
  }
}

/** Answers for the seat of a table that this player has just created; throws Refusal. */
export function answerNew(table: Table, seat: number): Promise<Table> {
  rememberCommitment(table);
  return answerOnce(table, seat);
}

/** Sends one answer; throws Refusal. Several tabs of this browser send the same one. */
function answerOnce(table: Table, seat: number): Promise<Table> {
  return exclusively(`answer.${table.id}`, async () => {
    const device = await ensureDevice({ table: table.id, seat });
    const answer = await device.answer(table.commitment);
    rememberContribution(table.id, answer.contribution);
    try {
      return await api.contribute(table.id, { ...answer, confirm: false });
    } catch (error) {
      // Another device of the player was faster. The result page says that this browser's numbers were not used.
      if (codeOf(error) === 'already_contributed') forgetContribution(table.id);
      throw error;
    }
  });
}
