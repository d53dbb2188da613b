import { isReachable } from '../net/reachable';

/** The time in milliseconds after which the reader is told that loading takes long. */
const patience = 10_000;

/** The moment of loading. A slow load goes on. */
type Phase = 'loading' | 'slow' | 'failed' | 'ready';

/** Dependencies, so that tests need no network. */
interface Environment {
  isReachable(): Promise<boolean>;
  /** Loads the page again. */
  reload(): void;
}

const browser: Environment = { isReachable, reload: () => location.reload() };

/** A part of the client that is loaded on demand, such as a page or a title. It never tries again by itself, except when the network is back. */
export class LazyCode<T> {
  loaded: { readonly value: T } | null = $state.raw(null);
  phase: Phase = $state('loading');
  /** Counts the attempts, so that the end of an earlier one changes nothing. */
  private attempt = 0;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly environment: Environment = browser,
  ) {}

  get value(): T | undefined {
    return this.loaded?.value;
  }

  /** Begins to load. The returned function ends it. */
  start(): () => void {
    const online = (): void => void (this.phase === 'failed' && this.begin());
    addEventListener('online', online);
    void this.begin();
    return () => {
      this.attempt++;
      removeEventListener('online', online);
    };
  }

  /**
   * Loads again because the reader asked for it. A browser may remember that a script failed, and never ends a request that hangs.
   * Then only a reload of the page helps. It is done if the server answers, because otherwise the reader would see the browser's own error.
   */
  async retry(): Promise<void> {
    const hangs = this.phase === 'slow';
    if (!hangs && (await this.begin())) return;
    const attempt = this.attempt;
    if (await this.environment.isReachable()) this.environment.reload();
    else if (attempt === this.attempt && !hangs) this.phase = 'failed';
  }

  /** Makes one attempt. Returns true if it succeeded, or does not matter any more. */
  private async begin(): Promise<boolean> {
    const attempt = ++this.attempt;
    this.phase = 'loading';
    const timer = setTimeout(() => attempt === this.attempt && (this.phase = 'slow'), patience);
    try {
      const value = await this.load();
      // The evaluation of code and its first drawing are two tasks, so that the browser can answer in between.
      await new Promise((done) => setTimeout(done));
      if (attempt === this.attempt) [this.loaded, this.phase] = [{ value }, 'ready'];
      return true;
    } catch {
      if (attempt !== this.attempt) return true;
      this.phase = 'failed';
      // After a deploy the code of this page is gone. The answer names the new version, and the page reloads by itself.
      void this.environment.isReachable();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
