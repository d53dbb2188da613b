import { protocol, readFrame, type ClientFrame, type ServerFrame } from '../wire/message';
import { backoff } from './backoff';
import { closed, isFinal, unusable } from './close-codes';
import { Outbox, type Answer } from './outbox';

/** What the player is shown of the connection. A stopped one does not come back by itself; code tells why. */
export type Connection =
  | { is: 'connecting' }
  | { is: 'online' }
  /** The server cannot save just now; kept is whether a command of ours waits for it. */
  | { is: 'interrupted'; kept: boolean }
  | { is: 'reconnecting'; attempt: number }
  | { is: 'offline' }
  | { is: 'stopped'; code: number };

/** An open or opening WebSocket. After close none of the listener's methods is called any more. */
export interface Wire {
  /** Sends a text; false where the connection is not open. */
  send(text: string): boolean;
  close(): void;
}

/** What a wire calls. */
export interface Listener {
  opened(): void;
  heard(data: unknown): void;
  closed(code: number): void;
}

/** Where the frames go. Updates arrive in order, each once, none left out; a snapshot may stand in for many. */
export interface Receiver {
  frame(frame: ServerFrame): void;
  connection(now: Connection): void;
}

/** What is put in from outside, so that tests own time, chance and the network. */
export interface Outside {
  open(url: string, protocol: string, listener: Listener): Wire;
  random(): number;
}

/** How long a command or a handshake may stay unanswered before the connection counts as dead, in milliseconds. */
const patience = 10_000;

/**
 * How long after `too_fast` or `unavailable` the same command is sent again, and how long after the store was out of reach a connection is tried
 * again, in milliseconds: between this and twice as much, so that players go on within two seconds of its return.
 */
const pause = 500;

/**
 * One table's socket. It reconnects by itself, asks for what it missed (`since`), and sends unanswered commands again with their
 * ids, so that nothing is lost and nothing happens twice.
 */
export class TableSocket {
  private wire: Wire | null = null;
  private seq: number | null = null;
  private attempt = 0;
  private heard = false;
  private interrupted = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private state: Connection = { is: 'connecting' };
  private readonly outbox = new Outbox();

  /** `url` is the socket's address, asked for at every try; it may carry a query of its own. */
  constructor(
    private readonly url: () => string,
    private readonly receiver: Receiver,
    private readonly outside: Outside,
  ) {}

  /** Opens the connection; also one that was stopped, afresh. */
  start(): void {
    this.seq = null;
    this.show({ is: 'connecting' });
    this.connect();
  }

  /** Sends a command. The promise always resolves: with the answer, or with `stopped`. */
  send(frame: ClientFrame): Promise<Answer> {
    const answer = this.outbox.put(frame);
    if (this.state.is === 'stopped') this.outbox.stop();
    else this.transmit(frame);
    if (this.state.is === 'interrupted') this.show({ is: 'interrupted', kept: true });
    return answer;
  }

  /** The network is back, or the page is seen again: try now instead of later. */
  hurry(): void {
    if (this.wire || this.state.is === 'stopped') return;
    clearTimeout(this.retry);
    this.connect();
  }

  /** The network went away: what is open is dead, whatever it says. */
  offline(): void {
    if (this.state.is === 'stopped') return;
    this.drop();
    clearTimeout(this.retry);
    this.show({ is: 'offline' });
  }

  /** Starts over with a fresh snapshot, as after sitting down: the server then knows a different viewer. */
  renew(): void {
    if (this.state.is === 'stopped') return;
    this.drop();
    clearTimeout(this.retry);
    this.seq = null;
    this.connect();
  }

  /** Closes for good. */
  stop(code = 4000): void {
    this.drop();
    clearTimeout(this.retry);
    this.show({ is: 'stopped', code });
    this.outbox.stop();
  }

  private connect(): void {
    this.heard = false;
    const url = this.url();
    const since = this.seq === null ? '' : `${url.includes('?') ? '&' : '?'}since=${this.seq}`;
    this.wire = this.outside.open(url + since, protocol, {
      opened: () => {
        for (const frame of this.outbox.frames()) this.transmit(frame);
      },
      heard: (data) => this.receive(data),
      closed: (code) => this.lost(code),
    });
    this.wait();
  }

  private receive(raw: unknown): void {
    let frame: ServerFrame | null;
    try {
      frame = readFrame(raw);
    } catch (error) {
      console.error(error);
      this.restart();
      return;
    }
    if (!this.heard) {
      this.heard = true;
      this.attempt = 0;
      this.interrupted = false;
      this.show({ is: 'online' });
    }
    this.wait();
    if (frame) this.take(frame);
  }

  private take(frame: ServerFrame): void {
    switch (frame.t) {
      case 'snapshot':
        this.seq = frame.seq;
        break;
      case 'update':
        if (this.seq !== null && frame.seq <= this.seq) return;
        if (frame.seq !== (this.seq ?? 0) + 1) {
          this.restart();
          return;
        }
        this.seq = frame.seq;
        break;
      case 'result':
        this.answered(frame);
        return;
      case 'presence':
        this.saving(!frame.interrupted);
        break;
    }
    this.receiver.frame(frame);
  }

  private answered(answer: Answer): void {
    if (!answer.ok && (answer.code === 'too_fast' || answer.code === 'unavailable')) {
      const again = this.outbox.find(answer.id);
      if (again) setTimeout(() => this.transmit(again), this.breath());
      if (answer.code === 'unavailable') this.saving(false);
      return;
    }
    this.outbox.answer(answer);
    if (answer.ok) this.saving(true);
    this.wait();
  }

  /** Takes in whether the server can save. Once it can again, what was kept is sent at once. */
  private saving(works: boolean): void {
    const again = this.interrupted && works;
    this.interrupted = !works;
    if (!works) this.show({ is: 'interrupted', kept: this.outbox.size > 0 });
    if (!again) return;
    this.show({ is: 'online' });
    for (const frame of this.outbox.frames()) this.transmit(frame);
  }

  private breath(): number {
    return pause + this.outside.random() * pause;
  }

  private transmit(frame: ClientFrame): void {
    if (this.outbox.find(frame.id) && this.wire?.send(JSON.stringify(frame))) this.wait();
  }

  /** Gives the other side its time to answer what is asked: the handshake, or a command. */
  private wait(): void {
    clearTimeout(this.watch);
    if (this.wire && (!this.heard || this.outbox.size > 0)) this.watch = setTimeout(() => this.restart(), patience);
  }

  /** Leaves a connection that cannot be trusted any more and opens another. */
  private restart(): void {
    this.drop();
    this.lost(unusable);
  }

  private drop(): void {
    clearTimeout(this.watch);
    this.wire?.close();
    this.wire = null;
  }

  private lost(code: number): void {
    this.wire = null;
    clearTimeout(this.watch);
    if (isFinal(code)) {
      this.stop(code);
      return;
    }
    if (code === closed.unavailable) {
      // The server is there and waits for its store: so do we, without more and more patience.
      this.saving(false);
      this.retry = setTimeout(() => this.connect(), this.breath());
      return;
    }
    this.show({ is: 'reconnecting', attempt: this.attempt });
    this.retry = setTimeout(
      () => this.connect(),
      backoff(this.attempt, () => this.outside.random()),
    );
    this.attempt++;
  }

  private show(state: Connection): void {
    this.state = state;
    this.receiver.connection(state);
  }
}
