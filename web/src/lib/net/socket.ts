import { protocol, readMessage, type ClientMessage, type ServerMessage } from '../wire/message';
import { backoff } from './backoff';
import { closeCodes, isFinal, unusable } from './close-codes';
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
export interface OpenSocket {
  /** Sends a text; false where the connection is not open. */
  send(text: string): boolean;
  close(): void;
}

/** What a wire calls. */
export interface Listener {
  onOpen(): void;
  onMessage(data: unknown): void;
  onClose(code: number): void;
}

/** Where the frames go. Updates arrive in order, each once, none left out; a snapshot may stand in for many. */
export interface Receiver {
  onMessage(message: ServerMessage): void;
  onConnection(now: Connection): void;
}

/** What is put in from outside, so that tests own time, chance and the network. */
export interface SocketEnvironment {
  open(url: string, protocol: string, listener: Listener): OpenSocket;
  random(): number;
}

/** How long a command or a handshake may stay unanswered before the connection counts as dead, in milliseconds. */
const replyTimeout = 10_000;

/**
 * How long after `too_fast` or `unavailable` the same command is sent again, and how long after the store was out of reach a connection is tried
 * again, in milliseconds: between this and twice as much, so that players go on within two seconds of its return.
 */
const retryDelay = 500;

/**
 * One table's socket. It reconnects by itself, asks for what it missed (`since`), and sends unanswered commands again with their
 * ids, so that nothing is lost and nothing happens twice.
 */
export class TableSocket {
  private socket: OpenSocket | null = null;
  private seq: number | null = null;
  private attempt = 0;
  private received = false;
  private interrupted = false;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private replyTimer: ReturnType<typeof setTimeout> | undefined;
  private state: Connection = { is: 'connecting' };
  private readonly outbox = new Outbox();

  /** `url` is the socket's address, asked for at every try; it may carry a query of its own. */
  constructor(
    private readonly url: () => string,
    private readonly receiver: Receiver,
    private readonly environment: SocketEnvironment,
  ) {}

  /** Opens the connection; also one that was stopped, afresh. */
  start(): void {
    this.seq = null;
    this.show({ is: 'connecting' });
    this.connect();
  }

  /** Sends a command. The promise always resolves: with the answer, or with `stopped`. */
  send(message: ClientMessage): Promise<Answer> {
    const answer = this.outbox.put(message);
    if (this.state.is === 'stopped') this.outbox.stop();
    else this.transmit(message);
    if (this.state.is === 'interrupted') this.show({ is: 'interrupted', kept: true });
    return answer;
  }

  /** The network is back, or the page is seen again: try now instead of later. */
  hurry(): void {
    if (this.socket || this.state.is === 'stopped') return;
    clearTimeout(this.reconnectTimer);
    this.connect();
  }

  /** The network went away: what is open is dead, whatever it says. */
  offline(): void {
    if (this.state.is === 'stopped') return;
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.show({ is: 'offline' });
  }

  /** Starts over with a fresh snapshot, as after sitting down: the server then knows a different viewer. */
  renew(): void {
    if (this.state.is === 'stopped') return;
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.seq = null;
    this.connect();
  }

  /** Closes for good. */
  stop(code = 4000): void {
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.show({ is: 'stopped', code });
    this.outbox.stop();
  }

  private connect(): void {
    this.received = false;
    const url = this.url();
    const since = this.seq === null ? '' : `${url.includes('?') ? '&' : '?'}since=${this.seq}`;
    this.socket = this.environment.open(url + since, protocol, {
      onOpen: () => {
        for (const message of this.outbox.messages()) this.transmit(message);
      },
      onMessage: (data) => this.receive(data),
      onClose: (code) => this.onLost(code),
    });
    this.armReplyTimer();
  }

  private receive(raw: unknown): void {
    let message: ServerMessage | null;
    try {
      message = readMessage(raw);
    } catch (error) {
      console.error(error);
      this.restart();
      return;
    }
    if (!this.received) {
      this.received = true;
      this.attempt = 0;
      this.interrupted = false;
      this.show({ is: 'online' });
    }
    this.armReplyTimer();
    if (message) this.handle(message);
  }

  private handle(message: ServerMessage): void {
    switch (message.t) {
      case 'snapshot':
        this.seq = message.seq;
        break;
      case 'update':
        if (this.seq !== null && message.seq <= this.seq) return;
        if (message.seq !== (this.seq ?? 0) + 1) {
          this.restart();
          return;
        }
        this.seq = message.seq;
        break;
      case 'result':
        this.onResult(message);
        return;
      case 'presence':
        this.setSaving(!message.interrupted);
        break;
    }
    this.receiver.onMessage(message);
  }

  private onResult(answer: Answer): void {
    if (!answer.ok && (answer.code === 'too_fast' || answer.code === 'unavailable')) {
      const again = this.outbox.find(answer.id);
      if (again) setTimeout(() => this.transmit(again), this.jitteredDelay());
      if (answer.code === 'unavailable') this.setSaving(false);
      return;
    }
    this.outbox.answer(answer);
    if (answer.ok) this.setSaving(true);
    this.armReplyTimer();
  }

  /** Takes in whether the server can save. Once it can again, what was kept is sent at once. */
  private setSaving(works: boolean): void {
    const again = this.interrupted && works;
    this.interrupted = !works;
    if (!works) this.show({ is: 'interrupted', kept: this.outbox.size > 0 });
    if (!again) return;
    this.show({ is: 'online' });
    for (const message of this.outbox.messages()) this.transmit(message);
  }

  private jitteredDelay(): number {
    return retryDelay + this.environment.random() * retryDelay;
  }

  private transmit(message: ClientMessage): void {
    if (this.outbox.find(message.id) && this.socket?.send(JSON.stringify(message))) this.armReplyTimer();
  }

  /** Gives the other side its time to answer what is asked: the handshake, or a command. */
  private armReplyTimer(): void {
    clearTimeout(this.replyTimer);
    if (this.socket && (!this.received || this.outbox.size > 0))
      this.replyTimer = setTimeout(() => this.restart(), replyTimeout);
  }

  /** Leaves a connection that cannot be trusted any more and opens another. */
  private restart(): void {
    this.closeSocket();
    this.onLost(unusable);
  }

  private closeSocket(): void {
    clearTimeout(this.replyTimer);
    this.socket?.close();
    this.socket = null;
  }

  private onLost(code: number): void {
    this.socket = null;
    clearTimeout(this.replyTimer);
    if (isFinal(code)) {
      this.stop(code);
      return;
    }
    if (code === closeCodes.unavailable) {
      // The server is there and waits for its store: so do we, without more and more patience.
      this.setSaving(false);
      this.reconnectTimer = setTimeout(() => this.connect(), this.jitteredDelay());
      return;
    }
    this.show({ is: 'reconnecting', attempt: this.attempt });
    this.reconnectTimer = setTimeout(
      () => this.connect(),
      backoff(this.attempt, () => this.environment.random()),
    );
    this.attempt++;
  }

  private show(state: Connection): void {
    this.state = state;
    this.receiver.onConnection(state);
  }
}
