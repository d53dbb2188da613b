import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpProxy } from './http-proxy';

/** The treatment of WebSocket: the status of a refusal, no answer at all, an answer after which all messages are swallowed, or none. */
export type Upgrades = 403 | 426 | 'dropped' | 'swallowed' | 'allowed';

/** The form in which a login proxy demands a login. */
export type Login = 'redirect' | 'page' | 401 | 403;

/** A proxy of a network with strict rules: it blocks WebSocket, holds answers back, or demands a login. */
export class StrictProxy extends HttpProxy {
  upgrades: Upgrades = 'allowed';
  login: Login | undefined;

  static async start(target: { host: string; port: number }): Promise<StrictProxy> {
    const proxy = new StrictProxy(target);
    proxy.buffers = false;
    await proxy.listen();
    return proxy;
  }

  /** Holds answers back until they are complete. */
  holdBack(): void {
    this.buffers = true;
  }

  protected override answersItself(_: IncomingMessage, answer: ServerResponse): boolean {
    if (this.login === undefined) return false;
    const [status, headers] =
      this.login === 'redirect'
        ? ([302, { Location: 'http://localhost:1/login' }] as const)
        : ([this.login === 'page' ? 200 : this.login, { 'Content-Type': 'text/html' }] as const);
    answer.writeHead(status, headers).end('<h1>The login page</h1>');
    return true;
  }

  protected override tunnel(asked: IncomingMessage, client: Socket): void {
    const refuse = (status: number): void => {
      client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    };
    client.on('error', () => undefined);
    client.on('close', () => this.sockets.delete(client));
    this.sockets.add(client);
    if (this.login !== undefined) refuse(401);
    else if (typeof this.upgrades === 'number') refuse(this.upgrades);
    else if (this.upgrades === 'allowed') super.tunnel(asked, client);
    else if (this.upgrades === 'swallowed') {
      const { write } = client;
      let answered = false;
      client.write = (data: Buffer) => {
        if (answered) return true;
        answered = true;
        return write.call(client, data.subarray(0, data.indexOf('\r\n\r\n') + 4));
      };
      super.tunnel(asked, client);
    }
  }
}
