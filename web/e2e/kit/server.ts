import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './until';

const binary = resolve(process.env.NEMETON_BINARY ?? '../bin/nemeton');

export interface ServerOptions {
  /** The address to listen on. The default is 127.0.0.1. */
  host?: string;
  /** Enables the rate limits. The default is off, because tests act faster than people. */
  limits?: boolean;
  /** Further flags for a server at a port. */
  flags?: (port: number) => string[];
  /** Serves the pages of administration, for operators with `adminKey`. The default is off. */
  admin?: boolean;
}

/** The key of operators. */
export const adminKey = 'the-key-of-the-operator';

/**
 * Returns a port that was free a moment ago. It is below those that systems hand out by themselves, so that no other connection or listener gets it
 * meanwhile.
 */
function freePort(host: string): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  return new Promise((done, fail) => {
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(freePort(host)) : fail(error),
    );
    probe.listen(port, host, () => probe.close(() => done(port)));
  });
}

/** A server process on a free port, with a database in a temporary folder. */
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
    private readonly adminPort: number | undefined,
    private readonly flags: ServerOptions['flags'],
  ) {
    // An aborted run leaves no process and no folder behind either.
    process.on('exit', this.atExit);
  }

  static async start({
    host = '127.0.0.1',
    limits = false,
    admin = false,
    flags,
  }: ServerOptions = {}): Promise<Server> {
    if (!existsSync(binary)) throw new Error(`${binary} does not exist: run make build first`);
    const server = new Server(host, limits, admin ? await freePort(host) : undefined, flags);
    if (flags) server.port = await freePort(host);
    await server.up();
    return server;
  }

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  /** The address of the pages of administration. */
  get adminURL(): string {
    return `http://${this.host}:${this.adminPort}/admin/`;
  }

  get address(): { host: string; port: number } {
    return { host: this.host, port: this.port };
  }

  /** Kills the process, as a power failure does. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Makes all file writes of the running process fail, as a full disk does, or allows them again. */
  setDiskFull(full: boolean): void {
    const limit = `--fsize=${full ? '1' : 'unlimited'}:unlimited`;
    execFileSync('prlimit', ['--pid', String(this.child?.pid), limit]);
  }

  /** Starts the process and waits until it is ready. A restart uses the same port and database. */
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
        ...['--bot-pause', '1ms', '--bot-think', '30ms'],
        ...(this.flags?.(this.port) ?? []),
        ...(this.adminPort === undefined
          ? []
          : ['--admin-addr', `${this.host}:${this.adminPort}`, '--admin-key', adminKey]),
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
        .then((response) => response.ok)
        .catch(() => false),
    );
  }

  /** Shuts the server down and removes its folder. Returns the errors that it logged. */
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

  /** Sends a signal and returns the exit code: null if the signal ended the process, undefined if it was not running. */
  private async end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return child?.exitCode;
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return exited;
  }

  private wipe(): void {
    this.child?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
