import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bidi } from './bidi';
import { clickActions, typeActions, windowSize, type EnginePage, type Point } from './engine-page';
import { Program, temporaryFolder } from './program';

/** These preferences connect Firefox to nothing but the server under test, in English and without animations. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  // A page without a window has the focus too.
  'focusmanager.testmode': true,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': '',
  'ui.prefersReducedMotion': 1,
};

interface LogEntry {
  level: string;
  text: string | null;
  source: { realm: string };
  stackTrace?: { callFrames: { url: string; lineNumber: number }[] };
}

interface Evaluated {
  type: 'success' | 'exception';
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/** Starts Firefox without windows, and returns its page for a server. Firefox logs violations of the content policy as errors of the console. */
export async function startFirefox(server: string): Promise<EnginePage> {
  const folder = temporaryFolder();
  const profile = join(folder.path, 'profile');
  mkdirSync(profile);
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const program = new Program(
    process.env.NEMETON_FIREFOX ?? 'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { HOME: folder.path },
  );
  const close = async (): Promise<void> => {
    await program.end();
    folder.remove();
  };
  try {
    const bidi = await Bidi.connect(`${await program.untilPrinted(/BiDi listening on (ws:\S+)/)}/session`);
    return await FirefoxPage.begin(bidi, server, close);
  } catch (error) {
    await close();
    throw error;
  }
}

class FirefoxPage implements EnginePage {
  private readonly logged: string[] = [];

  private constructor(
    private readonly bidi: Bidi,
    private readonly context: string,
    readonly server: string,
    readonly browser: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async begin(bidi: Bidi, server: string, end: () => Promise<void>): Promise<FirefoxPage> {
    type Session = { capabilities: { browserName: string; browserVersion: string } };
    const { capabilities } = await bidi.send<Session>('session.new', { capabilities: {} });
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree');
    const context = contexts[0]?.context ?? '';
    const browser = `${capabilities.browserName} ${capabilities.browserVersion}`;
    const page = new FirefoxPage(bidi, context, server, browser, end);
    bidi.on<LogEntry>('log.entryAdded', (entry) => page.note(entry));
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    await bidi.send('browsingContext.setViewport', { context, viewport: windowSize });
    return page;
  }

  async open(path: string): Promise<void> {
    const url = this.server + path;
    await this.bidi.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  async evaluate<R, A>(call: (arg: A) => R, arg?: A): Promise<Awaited<R>> {
    const done = await this.bidi.send<Evaluated>('script.callFunction', {
      functionDeclaration: `async (arg) => JSON.stringify(await (${call.toString()})(JSON.parse(arg)))`,
      arguments: [{ type: 'string', value: JSON.stringify(arg ?? null) }],
      target: { context: this.context },
      awaitPromise: true,
    });
    if (done.type === 'exception') throw new Error(`Firefox: ${done.exceptionDetails?.text ?? ''}`);
    const value = done.result?.value;
    return (value === undefined ? undefined : JSON.parse(value)) as Awaited<R>;
  }

  async click(at: Point): Promise<void> {
    await this.bidi.send('input.performActions', { context: this.context, actions: clickActions(at) });
  }

  async type(text: string): Promise<void> {
    await this.bidi.send('input.performActions', { context: this.context, actions: typeActions(text) });
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.context,
    });
    return Buffer.from(data, 'base64');
  }

  faults(): Promise<string[]> {
    return Promise.resolve([...this.logged]);
  }

  async close(): Promise<void> {
    await this.bidi.send('browser.close').catch(() => undefined);
    this.bidi.close();
    await this.end();
  }

  private note({ level, text, stackTrace }: LogEntry): void {
    if (level !== 'error') return;
    const { url, lineNumber } = stackTrace?.callFrames[0] ?? { url: '', lineNumber: 0 };
    this.logged.push(`${text ?? ''} (${url}:${lineNumber})`);
  }
}
