import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './until';

const binary = resolve(process.env.NEMETON_BINARY ?? '../bin/nemeton');

/** How a server is started. */
export interface ServerOptions {
  /** The address to listen on; 127.0.0.1 where none is given. */
  host?: string;
  /** Whether rates are limited, as they are for people. Tests that click faster than people switch it off. */
  limits?: boolean;
}

/** A real server on a free port, with a database in a folder of its own. */
export class Server {
  private child: ChildProcess | undefined;
  private printed = '';
  private logged = '';
  private port = 0;
  private readonly folder = mkdtempSync(join(tmpdir(), 'nemeton-e2e-'));
  private readonly atExit = (): void => this.wipe();

  private constructor(
    private readonly host: string,
    private readonly limits: boolean,
  ) {
    // Also when the run is broken off: no process and no folder stays behind.
    process.on('exit', this.atExit);
  }

  static async start({ host = '127.0.0.1', limits = false }: ServerOptions = {}): Promise<Server> {
    if (!existsSync(binary)) throw new Error(`${binary} is not there: run make build first`);
    const server = new Server(host, limits);
    await server.up();
    return server;
  }

  /** Where the server is. */
  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  /** Where it listens. */
  get address(): { host: string; port: number } {
    return { host: this.host, port: this.port };
  }

  /** Ends the process as a power cut does. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Lets nothing be written to files any more, as a full disk does, while the process goes on; or lets it again. */
  fullDisk(now: boolean): void {
    const limit = `--fsize=${now ? '1' : 'unlimited'}:unlimited`;
    execFileSync('prlimit', ['--pid', String(this.child?.pid), limit]);
  }

  /** Starts on the same port and the same database (the first time: on any free port) and waits until it is ready. */
  async up(): Promise<void> {
    this.printed = '';
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NEMETON_')));
    const child = spawn(
      binary,
      [
        'serve',
        ...['--addr', `${this.host}:${this.port}`],
        ...['--database', `sqlite:${join(this.folder, 'nemeton.db')}`],
        ...['--limits', this.limits ? 'on' : 'off'],
        // Nobody watches the bots of a test think.
        ...['--bot-pause', '1ms', '--bot-think', '30ms'],
      ],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.logged += text));
    this.port = await until('the server prints its address', () => {
      if (child.exitCode !== null) throw new Error(`the server ended at once:\n${this.logged}`);
      const port = /http:\/\/\S+:(\d+)/.exec(this.printed)?.[1];
      return port === undefined ? undefined : Number(port);
    });
    await until('the server is ready', () =>
      fetch(`${this.url}/readyz`)
        .then((a) => a.ok)
        .catch(() => false),
    );
  }

  /** Ends the server in good order, removes its folder, and tells what went wrong in it. */
  async stop(): Promise<string[]> {
    const code = await this.end('SIGTERM');
    this.wipe();
    process.off('exit', this.atExit);
    const faults = this.logged
      .split('\n')
      .filter((line) => /"level":"(error|fatal|panic)"|^panic:|^fatal error:/.test(line));
    if (code !== 0 && code !== undefined) faults.push(`the server ended with ${String(code)}`);
    return faults;
  }

  /** Gives the exit code, null where a signal ended it, undefined where it was not running. */
  private async end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return child?.exitCode;
    const gone = new Promise<number | null>((done) => child.once('exit', done));
    child.kill(signal);
    return gone;
  }

  private wipe(): void {
    this.child?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
