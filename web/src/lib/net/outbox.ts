import type { ClientMessage, Result } from '../wire/message';

/** How a command ended: answered by the server, or given up because the connection is over for good. */
export type Answer = Result | { t: 'result'; id: string; ok: false; code: 'stopped' };

interface PendingCommand {
  message: ClientMessage;
  done: (answer: Answer) => void;
}

/** Commands that wait for their answer, in the order they were given. Each is answered exactly once. */
export class Outbox {
  private readonly pending = new Map<string, PendingCommand>();

  /** Keeps a command until its answer comes. */
  put(message: ClientMessage): Promise<Answer> {
    return new Promise((done) => this.pending.set(message.id, { message, done }));
  }

  /** Takes the answer of a command; one that nobody waits for is ignored. */
  answer(answer: Answer): void {
    const found = this.pending.get(answer.id);
    if (!found) return;
    this.pending.delete(answer.id);
    found.done(answer);
  }

  /** The commands to send again on a new connection. */
  messages(): ClientMessage[] {
    return [...this.pending.values()].map(({ message }) => message);
  }

  /** Finds a command that still waits. */
  find(id: string): ClientMessage | undefined {
    return this.pending.get(id)?.message;
  }

  get size(): number {
    return this.pending.size;
  }

  /** Gives all of them up. */
  stop(): void {
    for (const id of [...this.pending.keys()]) this.answer({ t: 'result', id, ok: false, code: 'stopped' });
  }
}
