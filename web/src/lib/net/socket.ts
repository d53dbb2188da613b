import { MessageReader, type ClientMessage, type History, type ServerMessage } from '../wire/message';
import { backoff, waitOf } from './backoff';
import { again, closeCodes, hiddenPause, isFinal, unusable } from './close-codes';
import { Outbox, type Answer } from './outbox';
import { SeenHistory } from './seen-history';
import { protocol } from './table-address';

/** The displayed connection state. A stopped connection does not reconnect; `code` is the reason. */
export type Connection =
  | { is: 'connecting' }
  | { is: 'online' }
  /** The server cannot save at the moment; `kept` means that a command waits for it. */
  | { is: 'interrupted'; kept: boolean }
  | { is: 'reconnecting'; attempt: number }
  | { is: 'offline' }
  | { is: 'stopped'; code: number };

/** An open or opening WebSocket. After close(), no listener method is called. */
export interface OpenSocket {
  /** Sends a text; returns false if the socket is not open. */
  send(text: string): boolean;
  close(): void;
}

export interface Listener {
  onOpen(): void;
  onMessage(data: unknown): void;
  onClose(code: number, reason?: string): void;
}

/**
 * The receiver of messages. Updates arrive in order, once and without gaps; a snapshot may replace many. A restored snapshot replaces all
 * messages before it, because the table lost their history.
 */
export interface Receiver {
  /** Throws WireError if the game data of a message is not valid; then the message is dropped like an unreadable one. */
  check?(message: ServerMessage): void;
  onMessage(message: ServerMessage): void;
  onConnection(now: Connection): void;
}

/** Injected dependencies, so that tests control chance and the network. */
export interface SocketEnvironment {
  open(url: string, protocol: string, listener: Listener): OpenSocket;
  random(): number;
  /** Reports whether nobody sees the page. Then no pings are sent. */
  isHidden?(): boolean;
}

/** The timeout for a handshake, and for a command that was sent again, in milliseconds; then the connection counts as dead. */
const replyTimeout = 10_000;

/** The timeout for a command that is sent for the first time, in milliseconds, so that a player sees a lost connection soon. */
const firstTimeout = 4_000;

/** The silence of the server in milliseconds after which the client sends a ping, and the timeout for its answer. */
const quietTime = 6_000;
const pingTimeout = 5_000;

/**
 * The minimum delay in milliseconds before a retry after `too_fast`, `overloaded`, `unavailable`, `upgrading` or a store outage. The maximum is twice as long, so that
 * players continue within two seconds after an outage.
 */
const retryDelay = 500;

/**
 * The socket of one table. It reconnects, requests missed entries (`since`), and resends unanswered commands with their ids. So no command
 * is lost or executed twice.
 *
 * It names the history that it saw, on reconnects and in commands. If the table lost that history, unanswered commands end with `restored`,
 * because their decisions may be different ones with the same ids.
 */
export class TableSocket {
  private socket: OpenSocket | null = null;
  private readonly history = new SeenHistory();
  private readonly reader = new MessageReader();
  private attempt = 0;
  private received = false;
  private interrupted = false;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private replyTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  /** The server answers pings on this connection. */
  private pings = false;
  /** The timeout for the next answer to a command. A busy server must not be asked again and again in short order. */
  private commandTimeout = firstTimeout;
  private state: Connection = { is: 'connecting' };
  private readonly outbox = new Outbox();

  /** `url` returns the socket address for each attempt; it may have a query. */
  constructor(
    private readonly url: () => string,
    private readonly receiver: Receiver,
    private readonly environment: SocketEnvironment,
  ) {}

  /** Opens the connection, or reopens a stopped one. */
  start(): void {
    this.history.forget();
    this.show({ is: 'connecting' });
    this.connect();
  }

  /** The newest entry that this client knows; undefined before the first head. */
  get seen(): History | undefined {
    return this.history.newest;
  }

  /** Sends a command. The promise always resolves: with the answer, or with `stopped`. */
  send(command: ClientMessage): Promise<Answer> {
    // A resend names the history that the reader saw when they chose, not the present one. A signed command names it already.
    const message = !('head' in command) ? { ...command, ...this.history.newest } : command;
    const answer = this.outbox.put(message);
    if (this.state.is === 'stopped') this.outbox.stop('stopped');
    else this.transmit(message);
    if (this.state.is === 'interrupted') this.show({ is: 'interrupted', kept: true });
    return answer;
  }

  /** Retries now instead of later, because the network is back or the page is visible again. An open connection may have died meanwhile. */
  hurry(): void {
    if (this.state.is === 'stopped') return;
    if (this.socket) {
      if (this.pings) this.ping();
      return;
    }
    clearTimeout(this.reconnectTimer);
    this.connect();
  }

  /** The network is gone, so an open socket is dead. */
  offline(): void {
    if (this.state.is === 'stopped') return;
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.show({ is: 'offline' });
  }

  /** Reconnects with a fresh snapshot, for example after the reader took a seat, because the viewer changed. */
  renew(): void {
    if (this.state.is === 'stopped') return;
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.history.forget();
    this.connect();
  }

  stop(code = 4000): void {
    this.closeSocket();
    clearTimeout(this.reconnectTimer);
    this.show({ is: 'stopped', code });
    this.outbox.stop('stopped');
  }

  private connect(): void {
    this.received = this.pings = false;
    const url = this.url();
    this.socket = this.environment.open(url + this.history.query(url.includes('?') ? '&' : '?'), protocol, {
      onOpen: () => {
        for (const message of this.outbox.messages()) this.transmit(message);
      },
      onMessage: (data) => this.receive(data),
      onClose: (code, reason) => this.onLost(code, reason),
    });
    this.armReplyTimer();
  }

  private receive(raw: unknown): void {
    let message: ServerMessage | null;
    try {
      message = this.reader.read(raw);
      if (message) this.receiver.check?.(message);
    } catch (error) {
      console.error(error);
      // The same entry would fail again, so request a snapshot.
      this.history.forget();
      this.restart();
      return;
    }
    if (!this.received) {
      this.received = true;
      this.attempt = 0;
      this.interrupted = false;
      if (this.state.is !== 'online') this.show({ is: 'online' });
    }
    this.armReplyTimer();
    if (message?.t === 'pong') this.pings = true;
    this.armPingTimer();
    if (message && message.t !== 'pong') this.handle(message);
  }

  private handle(message: Exclude<ServerMessage, { t: 'pong' }>): void {
    switch (message.t) {
      case 'snapshot':
        if (message.restored) this.forgetHistory();
        this.history.reach(message.seq, message.head);
        break;
      case 'update':
        if (this.history.seq !== null && message.seq <= this.history.seq) return;
        if (message.seq !== (this.history.seq ?? 0) + 1) {
          this.restart();
          return;
        }
        this.history.reach(message.seq, message.head);
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
    if (
      !answer.ok &&
      (answer.code === 'too_fast' ||
        answer.code === 'overloaded' ||
        answer.code === 'unavailable' ||
        answer.code === 'upgrading')
    ) {
      const again = this.outbox.find(answer.id);
      if (again) setTimeout(() => this.transmit(again), this.jitteredDelay());
      if (answer.code === 'unavailable') this.setSaving(false);
      return;
    }
    const lost = !answer.ok && answer.code === 'restored' && this.outbox.find(answer.id) !== undefined;
    this.outbox.answer(answer);
    this.commandTimeout = firstTimeout;
    if (answer.ok) {
      this.setSaving(true);
      if ('head' in answer && answer.seq !== undefined) this.history.learn(answer.seq, answer.head);
    }
    if (lost) {
      // Reconnect with the entry on display: the server knows whether that one was lost too.
      this.history.loseNewest();
      this.restart();
      return;
    }
    this.armReplyTimer();
  }

  /** Ends all unanswered commands, because the history that they refer to was lost. */
  private forgetHistory(): void {
    this.history.forget();
    this.outbox.stop('restored');
  }

  /** Updates whether the server can save. When it recovers, waiting commands are resent at once. */
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

  /** Restarts the timeout while a handshake or command is unanswered. */
  private armReplyTimer(): void {
    clearTimeout(this.replyTimer);
    if (!this.socket || (this.received && this.outbox.size === 0)) return;
    this.replyTimer = setTimeout(
      () => {
        if (this.received) this.commandTimeout = replyTimeout;
        this.restart();
      },
      this.received ? this.commandTimeout : replyTimeout,
    );
  }

  /** Restarts the time of silence after which the connection is checked. */
  private armPingTimer(): void {
    clearTimeout(this.pingTimer);
    if (this.socket && this.pings) this.pingTimer = setTimeout(() => this.ping(), quietTime);
  }

  /** Sends a ping. Without any message from the server in time, the connection counts as dead. */
  private ping(): void {
    clearTimeout(this.pingTimer);
    if (this.environment.isHidden?.()) this.armPingTimer();
    else if (this.socket?.send('{"t":"ping"}')) this.pingTimer = setTimeout(() => this.restart(), pingTimeout);
  }

  /** Drops an unreliable connection and reconnects. */
  private restart(): void {
    this.closeSocket();
    this.onLost(unusable);
  }

  private closeSocket(): void {
    clearTimeout(this.replyTimer);
    clearTimeout(this.pingTimer);
    this.socket?.close();
    this.socket = null;
  }

  private onLost(code: number, reason = ''): void {
    this.socket = null;
    clearTimeout(this.replyTimer);
    clearTimeout(this.pingTimer);
    if (isFinal(code)) {
      this.stop(code);
      return;
    }
    if (code === again) {
      this.reconnectTimer = setTimeout(() => this.connect(), this.environment.isHidden?.() ? hiddenPause : 0);
      return;
    }
    if (code === closeCodes.unavailable) {
      // The server is up and waits for its store, so retry without growing backoff.
      this.setSaving(false);
      this.reconnectTimer = setTimeout(() => this.connect(), this.jitteredDelay());
      return;
    }
    this.show({ is: 'reconnecting', attempt: this.attempt });
    this.reconnectTimer = setTimeout(
      () => this.connect(),
      waitOf(reason) ?? backoff(this.attempt, () => this.environment.random(), this.environment.isHidden?.() ?? false),
    );
    this.attempt++;
  }

  private show(state: Connection): void {
    this.state = state;
    this.receiver.onConnection(state);
  }
}
