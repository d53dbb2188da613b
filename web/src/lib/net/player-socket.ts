import { readOverview, type Overview } from '../wire/notifications';
import { backoff } from './backoff';
import { isObject } from '../wire/narrow';
import { again, hiddenPause, isFinal, unusable } from './close-codes';
import type { OpenSocket, SocketEnvironment } from './socket';
import { protocol } from './table-address';

/** The time in milliseconds after which the answer to a report of presence is missing, and the connection counts as dead. */
const answerTimeout = 5_000;

/** The socket of the player: it receives what waits at all tables, and tells whether the reader is present. It reconnects by itself. */
export class PlayerSocket {
  private socket: OpenSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** The server answers reports of presence on this connection. */
  private answers = false;
  private stopped = true;

  constructor(
    private readonly url: string,
    private readonly onOverview: (overview: Overview) => void,
    private readonly environment: SocketEnvironment,
    /** Called with true when messages arrive again, and with false when the connection is lost. */
    private readonly onLive: (live: boolean) => void = () => undefined,
    /** Called if the server ends the connection for good, because the session has ended for example. */
    private readonly onEnd: () => void = () => undefined,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.drop();
  }

  /** Retries now instead of later, because the network is back or the page is visible again. */
  hurry(): void {
    if (this.stopped || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Tells the server that the reader is present. Without a connection nothing happens: the reader is asked again soon. */
  attend(): void {
    if (!this.socket?.send('{"t":"attention","here":true}') || !this.answers) return;
    this.answerTimer ??= setTimeout(() => {
      this.drop();
      this.onLost(unusable);
    }, answerTimeout);
  }

  private drop(): void {
    this.socket?.close();
    this.forget();
  }

  /** The connection is over. */
  private forget(): void {
    this.socket = null;
    this.answers = false;
    this.heard();
  }

  private heard(): void {
    clearTimeout(this.answerTimer);
    this.answerTimer = undefined;
  }

  private connect(): void {
    this.socket = this.environment.open(this.url, protocol, {
      onOpen: () => undefined,
      onMessage: (data) => this.receive(data),
      onClose: (code) => this.onLost(code),
    });
  }

  private receive(data: unknown): void {
    if (typeof data !== 'string') return;
    this.heard();
    try {
      const message: unknown = JSON.parse(data);
      this.answers ||= isObject(message) && message.t === 'pong';
      const overview = readOverview(message);
      this.attempt = 0;
      this.onLive(true);
      if (overview) this.onOverview(overview);
    } catch (error) {
      console.error(error);
    }
  }

  private onLost(code: number): void {
    this.forget();
    if (code === again && !this.stopped) {
      this.timer = setTimeout(() => this.connect(), this.environment.isHidden?.() ? hiddenPause : 0);
      return;
    }
    this.onLive(false);
    if (this.stopped) return;
    if (isFinal(code)) {
      this.onEnd();
      return;
    }
    const delay = backoff(this.attempt, () => this.environment.random(), this.environment.isHidden?.() ?? false);
    this.timer = setTimeout(() => this.connect(), Math.max(delay, 500));
    this.attempt++;
  }
}
