import type { ClientFrame, Result } from '../wire/message';

/** How a command ended: answered by the server, or given up because the connection is over for good. */
export type Answer = Result | { t: 'result'; id: string; ok: false; code: 'stopped' };

interface Waiting {
  frame: ClientFrame;
  done: (answer: Answer) => void;
}

/** Commands that wait for their answer, in the order they were given. Each is answered exactly once. */
export class Outbox {
  private readonly waiting = new Map<string, Waiting>();

  /** Keeps a command until its answer comes. */
  put(frame: ClientFrame): Promise<Answer> {
    return new Promise((done) => this.waiting.set(frame.id, { frame, done }));
  }

  /** Takes the answer of a command; one that nobody waits for is ignored. */
  answer(answer: Answer): void {
    const found = this.waiting.get(answer.id);
    if (!found) return;
    this.waiting.delete(answer.id);
    found.done(answer);
  }

  /** The commands to send again on a new connection. */
  frames(): ClientFrame[] {
    return [...this.waiting.values()].map(({ frame }) => frame);
  }

  /** Finds a command that still waits. */
  find(id: string): ClientFrame | undefined {
    return this.waiting.get(id)?.frame;
  }

  get size(): number {
    return this.waiting.size;
  }

  /** Gives all of them up. */
  stop(): void {
    for (const id of [...this.waiting.keys()]) this.answer({ t: 'result', id, ok: false, code: 'stopped' });
  }
}
