import { tabStorage } from '../environment/storage';
import { onVersion, ownVersion } from '../net/client-version';
import { isReachable } from '../net/reachable';
import { scrollLater } from './scroll-later';
import { askForNetworkPage } from './worker';

/** The time in milliseconds between two looks whether the page may reload. */
const interval = 1_000;
/** The minimum time between two questions for the version when the page becomes visible, in milliseconds. */
const askInterval = 60_000;
/** The place of the versions to which this tab has reloaded, and of the scroll position. They last as long as the tab. */
const storageKey = 'nemeton.reloads';

/** The tab's memory across a reload. */
interface Memory {
  /** The versions for which the tab has reloaded, so that it never does twice. */
  versions: string[];
  place?: { path: string; scroll: number };
}

/** Dependencies, so that tests need no browser. */
interface Environment {
  own: string | undefined;
  isReachable(): Promise<boolean>;
  reload(): void;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Reloads an open page after a deploy, between moves: not while a part of the page holds it, a dialog is open, or a text is being entered.
 * A tab reloads at most once for each version, so that servers with different versions cannot make it reload forever.
 */
export class Deploy {
  /** The server's version, if it differs from this page and the tab may reload for it. */
  private wanted: string | undefined;
  private readonly holds = new Set<() => boolean>();
  private asked = -Infinity;

  constructor(private readonly environment: Environment) {}

  /** The server has another version. Then links load the whole page. */
  get pending(): boolean {
    return this.wanted !== undefined;
  }

  /** Delays the reload while a function returns true. The returned function ends that. */
  hold(busy: () => boolean): () => void {
    this.holds.add(busy);
    return () => this.holds.delete(busy);
  }

  /** Follows the versions in the server's answers. The returned function ends it. */
  watch(): () => void {
    onVersion((version) => this.note(version));
    const timer = setInterval(() => void this.reloadIfCalm(), interval);
    return () => {
      onVersion(() => undefined);
      clearInterval(timer);
    };
  }

  /** Asks the server for its version, because the page is visible again. */
  ask(): void {
    if (performance.now() - this.asked < askInterval) return;
    this.asked = performance.now();
    void this.environment.isReachable();
  }

  /** Scrolls to the position before the reload, as soon as the content is long enough. */
  restorePlace(): void {
    const { place, versions } = this.memory() ?? {};
    if (!place) return;
    this.remember({ versions: versions ?? [] });
    if (place.path !== location.pathname || place.scroll === 0) return;
    scrollLater(place.scroll);
  }

  private note(version: string): void {
    const { own } = this.environment;
    if (own === undefined) return;
    const memory = this.memory();
    this.wanted = version !== own && memory && !memory.versions.includes(version) ? version : undefined;
  }

  private async reloadIfCalm(): Promise<void> {
    if (!this.isCalm()) return;
    // The server may be away again, or have its old version again.
    if (!(await this.environment.isReachable()) || !this.isCalm() || this.wanted === undefined) return;
    const memory = this.memory();
    const place = { path: location.pathname, scroll: scrollY };
    const kept = memory && this.remember({ versions: [...memory.versions, this.wanted], place });
    this.wanted = undefined;
    // Without a memory nothing would prevent a loop.
    if (kept) this.environment.reload();
  }

  private isCalm(): boolean {
    return this.wanted !== undefined && !isEntering() && ![...this.holds].some((busy) => busy());
  }

  private memory(): Memory | undefined {
    try {
      const memory = JSON.parse(this.environment.storage.getItem(storageKey) ?? '{"versions":[]}') as Memory;
      return Array.isArray(memory.versions) ? memory : { versions: [] };
    } catch {
      return undefined;
    }
  }

  private remember(memory: Memory): boolean {
    try {
      this.environment.storage.setItem(storageKey, JSON.stringify(memory));
      return true;
    } catch {
      return false;
    }
  }
}

const fields = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [readonly]), textarea, select';

/** Reports whether the reader is in the middle of something: an open dialog or menu, a changed or focused field, or selected text. */
function isEntering(): boolean {
  if (document.querySelector('dialog[open], [role=dialog], [popover]:popover-open')) return true;
  if (document.activeElement?.matches(fields)) return true;
  if (getSelection()?.isCollapsed === false) return true;
  return [...document.querySelectorAll<HTMLInputElement>('input:not([readonly]), textarea')].some(
    ({ value, defaultValue, type }) => type !== 'checkbox' && type !== 'radio' && value !== defaultValue,
  );
}

export const deploy = new Deploy({
  own: ownVersion,
  isReachable,
  // The worker's own page would be the old one, and the tab would stay with it.
  reload: () => {
    askForNetworkPage();
    location.reload();
  },
  storage: {
    getItem: (key) => tabStorage().getItem(key),
    setItem: (key, value) => tabStorage().setItem(key, value),
  },
});
