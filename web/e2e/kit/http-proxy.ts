import { createServer, request, type IncomingMessage, type Server as Listener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The answer of the server, which a proxy may change before the browser gets it. */
export interface Answer {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An HTTP proxy between browsers and a server, on a free port of 127.0.0.1. It forwards WebSockets without reading them. */
export class HttpProxy {
  private readonly listener: Listener = createServer();
  protected readonly sockets = new Set<Socket>();
  /** Whether answers are held back until they are complete. */
  protected buffers = true;

  protected constructor(private readonly target: { host: string; port: number }) {
    this.listener.on('request', (asked, answer) => this.handle(asked, answer));
    this.listener.on('upgrade', (asked, client: Socket) => this.tunnel(asked, client));
  }

  get url(): string {
    const address = this.listener.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Ends all sockets. */
  cutSockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cutSockets();
    this.listener.closeAllConnections();
    await new Promise((closed) => this.listener.close(closed));
  }

  protected listen(): Promise<void> {
    return new Promise((resolve) => {
      this.listener.listen(0, '127.0.0.1', resolve);
    });
  }

  /** Handles a request without the server. Returns false to forward it. */
  protected answersItself(asked: IncomingMessage, answer: ServerResponse): boolean {
    void asked;
    void answer;
    return false;
  }

  /** Changes an answer of the server. */
  protected change(answer: Answer): void {
    void answer;
  }

  private handle(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.answersItself(asked, answer)) return;
    const headers = { ...asked.headers, 'accept-encoding': 'identity', 'if-none-match': undefined };
    const { method, url: path } = asked;
    const forwarded = request({ ...this.target, method, path, headers: defined(headers) }, (found) => {
      if (!this.buffers) {
        answer.writeHead(found.statusCode ?? 502, defined(found.headers));
        found.pipe(answer);
        return;
      }
      const parts: Buffer[] = [];
      found.on('data', (part: Buffer) => parts.push(part));
      found.on('end', () => {
        const changed: Answer = { headers: { ...found.headers }, body: Buffer.concat(parts) };
        this.change(changed);
        answer.writeHead(found.statusCode ?? 502, defined(changed.headers)).end(changed.body);
      });
    });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  }

  protected tunnel(asked: IncomingMessage, client: Socket): void {
    const server = connect(this.target);
    this.sockets.add(client);
    const lines = asked.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1] ?? ''}`] : []));
    server.write(`${asked.method ?? 'GET'} ${asked.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    client.pipe(server);
    server.pipe(client);
    client.on('close', () => this.sockets.delete(client));
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
  }
}

/** Removes undefined members. */
function defined<T>(members: Record<string, T | undefined>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter((pair): pair is [string, T] => pair[1] !== undefined));
}
