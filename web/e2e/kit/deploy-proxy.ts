import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProxy, type Answer } from './http-proxy';

/** The version that the client of a deploy states. */
const nextVersion = 'feedfeedfeedfeed';

/** A proxy with which tests deploy another version of the client: the same files, with another version. */
export class DeployProxy extends HttpProxy {
  /** The number of answers that named the version of the deploy. */
  told = 0;
  private version: string | undefined;
  private gone = /^$/;

  static async start(target: { host: string; port: number }): Promise<DeployProxy> {
    const proxy = new DeployProxy(target);
    await proxy.listen();
    return proxy;
  }

  /** Deploys the other version. All sockets end, and files with a matching path are gone. */
  deploy(gone = /^$/): void {
    [this.version, this.gone] = [nextVersion, gone];
    this.cutSockets();
  }

  protected override answersItself({ url = '/' }: IncomingMessage, answer: ServerResponse): boolean {
    if (!this.gone.test(url)) return false;
    answer.writeHead(404).end('nothing');
    return true;
  }

  protected override change(answer: Answer): void {
    const { headers, body } = answer;
    const old = String(headers['nemeton-client'] ?? '');
    if (this.version === undefined || old === '') return;
    this.told++;
    headers['nemeton-client'] = this.version;
    // The file is as long as before, because versions are.
    if (/html|javascript/.test(headers['content-type'] ?? ''))
      answer.body = Buffer.from(body.toString('utf8').replaceAll(old, this.version));
  }
}
