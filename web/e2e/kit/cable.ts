import { createServer, connect, type Server as Listener, type Socket } from 'node:net';

/** The cable between browsers and a server, which a test may cut. It passes bytes on and knows nothing of them. */
export class Cable {
  private readonly pairs = new Set<{ near: Socket; far: Socket }>();
  private is: 'whole' | 'one-way' | 'cut' = 'whole';

  private constructor(
    private readonly listener: Listener,
    private readonly port: number,
  ) {}

  /** Lays a cable to an address on this machine. */
  static lay(to: { host: string; port: number }): Promise<Cable> {
    return new Promise((done, failed) => {
      const listener = createServer((near) => cable?.join(near, connect(to)));
      let cable: Cable | undefined;
      listener.once('error', failed);
      listener.listen(0, '127.0.0.1', () => {
        const at = listener.address();
        cable = new Cable(listener, typeof at === 'object' && at ? at.port : 0);
        done(cable);
      });
    });
  }

  /** The address at the browsers' end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What the server sends is lost from now on; what browsers send still arrives. */
  deafen(): void {
    this.is = 'one-way';
  }

  /** Breaks every connection, and every new one at once. */
  cut(): void {
    this.is = 'cut';
    for (const { near, far } of this.pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  /** New connections work again. */
  mend(): void {
    this.is = 'whole';
  }

  /** Takes the cable away. */
  async remove(): Promise<void> {
    this.cut();
    await new Promise((done) => this.listener.close(done));
  }

  private join(near: Socket, far: Socket): void {
    if (this.is === 'cut') {
      near.resetAndDestroy();
      far.destroy();
      return;
    }
    const pair = { near, far };
    this.pairs.add(pair);
    near.on('data', (data) => far.write(data));
    far.on('data', (data) => this.is === 'whole' && near.write(data));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.end();
        this.pairs.delete(pair);
      });
    }
  }
}
