import type { ClientMessage, Result } from '../wire/message';

/** The reason why a command ends without an answer: the connection closed for good, or the table lost the history of the command. */
type Ending = 'stopped' | 'restored';

/** The result of a command: the server's answer, or the reason why there is none. */
export type Answer = Result | { t: 'result'; id: string; ok: false; code: Ending };

interface PendingCommand {
  message: ClientMessage;
  done: (answer: Answer) => void;
}

/** Commands in flight, in order. Each gets exactly one answer. */
export class Outbox {
  private readonly pending = new Map<string, PendingCommand>();

  put(message: ClientMessage): Promise<Answer> {
    return new Promise((done) => this.pending.set(message.id, { message, done }));
  }

  /** Resolves a command; an unknown id is ignored. */
  answer(answer: Answer): void {
    const found = this.pending.get(answer.id);
    if (!found) return;
    this.pending.delete(answer.id);
    found.done(answer);
  }

  /** The commands to resend on a new connection. */
  messages(): ClientMessage[] {
    return [...this.pending.values()].map(({ message }) => message);
  }

  find(id: string): ClientMessage | undefined {
    return this.pending.get(id)?.message;
  }

  get size(): number {
    return this.pending.size;
  }

  /** Resolves all commands with the reason. */
  stop(code: Ending): void {
    for (const id of [...this.pending.keys()]) this.answer({ t: 'result', id, ok: false, code });
  }
}
