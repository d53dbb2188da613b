import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { timeout, until } from '../kit/until';
import { clickActions, typeActions, windowSize, type EnginePage, type Point } from './engine-page';
import { FaultProxy } from './fault-proxy';
import { Program, temporaryFolder } from './program';

/** Starts WebKitGTK in its MiniBrowser on a virtual screen, and returns its page for a server. */
export async function startWebkit(server: string): Promise<EnginePage> {
  const folder = temporaryFolder();
  const programs: Program[] = [];
  const proxy = await FaultProxy.start(server);
  const close = async (): Promise<void> => {
    await proxy.close();
    for (const program of programs.toReversed()) await program.end();
    folder.remove();
  };
  try {
    const screen = new Program('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {});
    programs.push(screen);
    const display = await screen.untilPrinted(/^(\d+)\n/m);
    const port = await freePort();
    const driver = new Program('WebKitWebDriver', [`--port=${port}`], environment(folder.path, display));
    programs.push(driver);
    const session = await Session.begin(`http://127.0.0.1:${port}`, driver);
    return new WebkitPage(session, proxy, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the environment of a browser with its own folder: without animations, and without a message bus. */
function environment(folder: string, display: string): Record<string, string> {
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  }
  return {
    DISPLAY: `:${display}`,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LANG: 'C.UTF-8',
    GDK_BACKEND: 'x11',
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    // Drawing through OpenGL on the CPU is slower than drawing without it.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
}

/** Returns the path of the newest MiniBrowser: NEMETON_MINIBROWSER, or Debian's. Throws if there is none. */
function findMiniBrowser(): string {
  const wanted = process.env.NEMETON_MINIBROWSER;
  if (wanted) return wanted;
  const found = readdirSync('/usr/lib')
    .flatMap((folder) => ['4.0', '4.1', '6.0'].map((version) => join(`/usr/lib/${folder}`, `webkit2gtk-${version}`)))
    .flatMap((folder) => {
      try {
        return readdirSync(folder).includes('MiniBrowser') ? [join(folder, 'MiniBrowser')] : [];
      } catch {
        return [];
      }
    });
  const last = found.at(-1);
  if (!last) throw new Error('no MiniBrowser of WebKitGTK: install webkit2gtk-driver, or set NEMETON_MINIBROWSER');
  return last;
}

/** Returns a port that is free now. The driver cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A session of the protocol WebDriver (https://www.w3.org/TR/webdriver2/). */
class Session {
  private constructor(
    private readonly url: string,
    readonly browser: string,
  ) {}

  static async begin(driver: string, program: Program): Promise<Session> {
    await until('WebKitWebDriver is ready', () =>
      fetch(`${driver}/status`)
        .then((response) => response.ok)
        .catch(() => false),
    );
    const browserOptions = { binary: findMiniBrowser(), args: ['--automation'] };
    type Created = { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
    const { sessionId, capabilities } = await call<Created>(`${driver}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions, timeouts: { script: timeout } } },
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${program.printed}`);
    });
    const browser = `${capabilities.browserName} ${capabilities.browserVersion}`;
    return new Session(`${driver}/session/${sessionId}`, browser);
  }

  /** Sends a command; without a body it is a GET. */
  send<Value>(command: string, body?: object): Promise<Value> {
    return call(`${this.url}/${command}`, body);
  }

  async end(): Promise<void> {
    await fetch(this.url, { method: 'DELETE', signal: AbortSignal.timeout(timeout) });
  }
}

async function call<Value>(url: string, body?: object): Promise<Value> {
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, body ? { method: 'POST', body: JSON.stringify(body), signal } : { signal });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

class WebkitPage implements EnginePage {
  readonly browser: string;

  constructor(
    private readonly session: Session,
    private readonly proxy: FaultProxy,
    private readonly end: () => Promise<void>,
  ) {
    this.browser = session.browser;
  }

  get server(): string {
    return this.proxy.url;
  }

  async open(path: string): Promise<void> {
    await this.session.send('url', { url: this.server + path });
    await this.resize();
  }

  async evaluate<R, A>(run: (arg: A) => R, arg?: A): Promise<Awaited<R>> {
    const done = await this.session.send<{ value?: string | null; error?: string }>('execute/async', {
      script: `
        const [arg, done] = arguments;
        Promise.resolve().then(() => (${run.toString()})(JSON.parse(arg))).then(
          (value) => done({ value: JSON.stringify(value) }),
          (error) => done({ error: String(error) }),
        );`,
      args: [JSON.stringify(arg ?? null)],
    });
    if (done.error !== undefined) throw new Error(`WebKit: ${done.error}`);
    return (done.value ? JSON.parse(done.value) : undefined) as Awaited<R>;
  }

  async click(at: Point): Promise<void> {
    await this.session.send('actions', { actions: clickActions(at) });
  }

  async type(text: string): Promise<void> {
    await this.session.send('actions', { actions: typeActions(text) });
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.session.send<string>('screenshot'), 'base64');
  }

  /** WebKit's driver has no log, so the pages report to the proxy. */
  faults(): Promise<string[]> {
    if (this.proxy.watched === 0) throw new Error('no page reports its errors');
    return Promise.resolve([...this.proxy.faults]);
  }

  async close(): Promise<void> {
    await this.session.end().catch(() => undefined);
    await this.end();
  }

  /** Gives the page the size of the window that the tests use. The window itself is larger by the bars of the MiniBrowser. */
  private async resize(): Promise<void> {
    const inner = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    if (inner.width === windowSize.width && inner.height === windowSize.height) return;
    const outer = await this.session.send<{ width: number; height: number }>('window/rect');
    await this.session.send('window/rect', {
      width: outer.width + windowSize.width - inner.width,
      height: outer.height + windowSize.height - inner.height,
    });
  }
}
