import { createServer, request, type IncomingMessage, type Server as Listener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The version that the client of a deploy states. */
const nextVersion = 'feedfeedfeedfeed';

/** An HTTP proxy between browsers and a server. Tests use it to deploy another version of the client: the same files, with another version. */
export class DeployProxy {
  /** The number of answers that named the version of the deploy. */
  told = 0;
  private version: string | undefined;
  private gone = /^$/;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly target: { host: string; port: number },
    private readonly listener: Listener,
  ) {}

  /** Starts a proxy on a free port of 127.0.0.1. */
  static start(target: { host: string; port: number }): Promise<DeployProxy> {
    return new Promise((resolve) => {
      const listener = createServer();
      const proxy = new DeployProxy(target, listener);
      listener.on('request', (asked, answer) => proxy.forward(asked, answer));
      listener.on('upgrade', (asked, client: Socket) => proxy.tunnel(asked, client));
      listener.listen(0, '127.0.0.1', () => resolve(proxy));
    });
  }

  get url(): string {
    const address = this.listener.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Deploys the other version. All sockets end, and files with a matching path are gone. */
  deploy(gone = /^$/): void {
    [this.version, this.gone] = [nextVersion, gone];
    this.cutSockets();
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

  private forward(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? '/';
    if (this.gone.test(path)) {
      answer.writeHead(404).end('nothing');
      return;
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity', 'if-none-match': undefined };
    const forwarded = request({ ...this.target, method: asked.method, path, headers: defined(headers) }, (found) => {
      const parts: Buffer[] = [];
      found.on('data', (part: Buffer) => parts.push(part));
      found.on('end', () => this.answer(answer, found, Buffer.concat(parts)));
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  }

  private answer(answer: ServerResponse, found: IncomingMessage, body: Buffer): void {
    const headers = { ...found.headers };
    const old = String(headers['nemeton-client'] ?? '');
    if (this.version !== undefined && old !== '') {
      this.told++;
      headers['nemeton-client'] = this.version;
      // The file is as long as before, because versions are.
      if (/html|javascript/.test(headers['content-type'] ?? ''))
        body = Buffer.from(body.toString('utf8').replaceAll(old, this.version));
    }
    answer.writeHead(found.statusCode ?? 502, defined(headers)).end(body);
  }

  private tunnel(asked: IncomingMessage, client: Socket): void {
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
