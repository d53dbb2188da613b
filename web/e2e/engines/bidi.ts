import { WebSocket } from 'ws';

/** A message of the browser: the result of a command, an error, or an event. */
interface Message {
  type: 'success' | 'error' | 'event';
  id?: number | null;
  result?: unknown;
  error?: string;
  message?: string;
  method?: string;
  params?: unknown;
}

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A connection of the protocol WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export class Bidi {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, (params: never) => void>();
  private next = 1;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.receive(JSON.parse(data.toString()) as Message));
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the browser closed the connection'));
      this.waiting.clear();
    });
  }

  static connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    return new Promise((resolve, reject) => {
      socket.on('error', reject).on('open', () => resolve(new Bidi(socket)));
    });
  }

  /** Sends a command and returns its result. Throws if the browser refuses it. */
  send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = this.next++;
    return new Promise<Result>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  on<Params>(event: string, listener: (params: Params) => void): void {
    this.listeners.set(event, listener);
  }

  close(): void {
    this.socket.close();
  }

  private receive({ type, id, result, error, message, method, params }: Message): void {
    if (type === 'event') {
      this.listeners.get(method ?? '')?.(params as never);
      return;
    }
    const waiting = this.waiting.get(id ?? 0);
    this.waiting.delete(id ?? 0);
    if (type === 'success') waiting?.resolve(result as never);
    else waiting?.reject(new Error(`${error ?? ''}: ${message ?? ''}`));
  }
}
