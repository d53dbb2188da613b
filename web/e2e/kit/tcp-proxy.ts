import { createServer, connect, type Server as Listener, type Socket } from 'node:net';

/** A connection of a browser, and the one to the server that belongs to it. */
interface Pair {
  client: Socket;
  server: Socket;
  /** No byte passes any more. */
  forgotten?: boolean;
}

/** A TCP proxy between browsers and a server. Tests use it to break connections. */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private mode: 'forward' | 'drop-replies' | 'swallow' | 'refuse' = 'forward';

  private constructor(
    private readonly listener: Listener,
    private readonly port: number,
  ) {}

  /** Starts a proxy on a free port of 127.0.0.1 that forwards to an address. */
  static start(target: { host: string; port: number }): Promise<TcpProxy> {
    return new Promise((resolve, reject) => {
      const listener = createServer((client) => proxy?.join(client, connect(target)));
      let proxy: TcpProxy | undefined;
      listener.once('error', reject);
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address();
        proxy = new TcpProxy(listener, typeof address === 'object' && address ? address.port : 0);
        resolve(proxy);
      });
    });
  }

  /** The URL that browsers use. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Discards all bytes from the server from now on. Bytes from browsers still arrive. */
  dropReplies(): void {
    this.mode = 'drop-replies';
  }

  /** Discards all bytes in both directions from now on, and says so to nobody, as a network without a signal does. */
  swallow(): void {
    this.mode = 'swallow';
  }

  /** Discards all bytes of the present connections from now on, and says so to nobody, as a router does that has forgotten them after a night. */
  forget(): void {
    for (const pair of this.pairs) pair.forgotten = true;
  }

  /** Resets all connections, and every new one. */
  cut(): void {
    this.mode = 'refuse';
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** Forwards new connections again. Connections that lost bytes end. */
  restore(): void {
    if (this.mode === 'swallow') this.cut();
    this.mode = 'forward';
  }

  /** Resets all connections and closes the listener. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.listener.close(closed));
  }

  private join(client: Socket, server: Socket): void {
    if (this.mode === 'refuse') {
      client.resetAndDestroy();
      server.destroy();
      return;
    }
    const pair: Pair = { client, server };
    this.pairs.add(pair);
    client.on('data', (data) => !pair.forgotten && this.mode !== 'swallow' && server.write(data));
    server.on('data', (data) => !pair.forgotten && this.mode === 'forward' && client.write(data));
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => peer.destroy());
      socket.on('close', () => {
        peer.end();
        this.pairs.delete(pair);
      });
    }
  }
}
