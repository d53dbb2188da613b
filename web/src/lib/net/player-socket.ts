import { readOverview, type Overview } from '../wire/notifications';
import { backoff } from './backoff';
import { again, hiddenPause, isFinal } from './close-codes';
import type { OpenSocket, SocketEnvironment } from './socket';
import { protocol } from './table-address';

/** The socket of the player: it receives what waits at all tables, and tells whether the reader is present. It reconnects by itself. */
export class PlayerSocket {
  private socket: OpenSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = true;

  constructor(
    private readonly url: string,
    private readonly onOverview: (overview: Overview) => void,
    private readonly environment: SocketEnvironment,
    /** Called with true when messages arrive again, and with false when the connection is lost. */
    private readonly onLive: (live: boolean) => void = () => undefined,
  ) {}

  start(): void {
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Retries now instead of later, because the network is back or the page is visible again. */
  hurry(): void {
    if (this.stopped || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Tells the server that the reader is present. Without a connection nothing happens: the reader is asked again soon. */
  attend(): void {
    this.socket?.send('{"t":"attention","here":true}');
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
    try {
      const overview = readOverview(JSON.parse(data));
      this.attempt = 0;
      this.onLive(true);
      if (overview) this.onOverview(overview);
    } catch (error) {
      console.error(error);
    }
  }

  private onLost(code: number): void {
    this.socket = null;
    if (code === again && !this.stopped) {
      this.timer = setTimeout(() => this.connect(), this.environment.isHidden?.() ? hiddenPause : 0);
      return;
    }
    this.onLive(false);
    if (this.stopped || isFinal(code)) return;
    const delay = backoff(this.attempt, () => this.environment.random(), this.environment.isHidden?.() ?? false);
    this.timer = setTimeout(() => this.connect(), Math.max(delay, 500));
    this.attempt++;
  }
}
