import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../kit/until';

/** A program that runs during a test. It has a process group, so that its own child processes end with it. */
export class Program {
  /** Everything that the program and its child processes printed. */
  printed = '';
  private readonly child: ChildProcess;
  private readonly atExit = (): void => this.kill('SIGKILL');

  constructor(
    private readonly command: string,
    args: readonly string[],
    env: Record<string, string>,
  ) {
    const kept = Object.entries(process.env).filter(([name]) => !/^(NEMETON_|XDG_|DISPLAY$|WAYLAND_)/.test(name));
    this.child = spawn(command, args, {
      detached: true,
      env: { ...Object.fromEntries(kept), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.on('error', (error) => (this.printed += `${command}: ${error.message}\n`));
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    // An aborted run leaves no process behind either.
    process.on('exit', this.atExit);
  }

  /** Waits until the program prints this, and returns the first group of the match. Throws if the program ends before. */
  untilPrinted(what: RegExp): Promise<string> {
    return until(`${this.command} prints ${what.source}`, () => {
      const found = what.exec(this.printed)?.[1];
      if (found === undefined && !this.isRunning()) throw new Error(`${this.command} ended:\n${this.printed}`);
      return found;
    });
  }

  /** Ends the process group, and waits for the program. */
  async end(): Promise<void> {
    process.off('exit', this.atExit);
    const exited = this.isRunning() && new Promise((resolve) => this.child.once('exit', resolve));
    this.kill('SIGTERM');
    const patience = 10_000;
    const late = setTimeout(() => this.kill('SIGKILL'), patience);
    await exited;
    clearTimeout(late);
    this.kill('SIGKILL');
  }

  private isRunning(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private kill(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // The group has ended already.
    }
  }
}

/** Makes a temporary folder for the files of a browser. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'nemeton-engine-'));
  // A browser that has just ended may still be writing.
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { path, remove };
}
