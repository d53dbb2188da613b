import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProxy, type Answer } from '../kit/http-proxy';

/** These are the paths of the added script, and of its reports. */
const [script, reports] = ['/collect-faults.js', '/collected-faults'];

/**
 * A proxy that adds a script to every page. The script reports the errors of the page to the proxy, for browsers whose driver has no log of
 * the console. It runs before all other scripts.
 */
export class FaultProxy extends HttpProxy {
  readonly faults: string[] = [];
  /** The number of pages whose script runs. */
  watched = 0;

  static async start(server: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(server);
    const proxy = new FaultProxy({ host: hostname, port: Number(port) });
    await proxy.listen();
    return proxy;
  }

  protected override answersItself(asked: IncomingMessage, answer: ServerResponse): boolean {
    if (asked.url === script) {
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`(${report.toString()})('${reports}')`);
      return true;
    }
    if (asked.url !== reports) return false;
    let text = '';
    asked.setEncoding('utf8').on('data', (part: string) => (text += part));
    asked.on('end', () => {
      if (text === '') this.watched++;
      else this.faults.push(text);
      answer.writeHead(204).end();
    });
    return true;
  }

  protected override change(answer: Answer): void {
    const { headers, body } = answer;
    if (!headers['content-type']?.startsWith('text/html')) return;
    answer.body = Buffer.from(body.toString('utf8').replace('<head>', `<head><script src="${script}"></script>`));
    headers['content-length'] = String(answer.body.length);
  }
}

/** Runs in the page: reports that it runs, and then every error. */
function report(to: string): void {
  const send = (what: string): void => void navigator.sendBeacon(to, what);
  send('');
  const write = console.error.bind(console);
  console.error = (...all: unknown[]): void => {
    send(
      `console: ${all.map((one) => (one instanceof Error ? `${one.message} ${one.stack ?? ''}` : String(one))).join(' ')}`,
    );
    write(...all);
  };
  // Failed scripts, styles and pictures do not bubble, but they can be captured.
  addEventListener(
    'error',
    ({ message, error, target }) => {
      const address = target instanceof Element ? (target.getAttribute('src') ?? target.getAttribute('href')) : null;
      send(`uncaught: ${message ?? address} ${error instanceof Error ? (error.stack ?? '') : ''}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => send(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
    send(`policy: ${effectiveDirective} blocks ${blockedURI} ${sample} ${sourceFile}`);
  });
}
