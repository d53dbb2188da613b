import { api } from '../net/api';
import { codeOf } from '../net/rest';
import { forgetDraft, forgetDrafts } from '../chat/draft-store';
import { forgetTables } from './last-tables';
import type { Player } from '../wire/table';

/** The time in milliseconds after which an unavailable server is asked again. */
const again = 5_000;
/** The minimum time between two checks of the session while the page is open, in milliseconds. */
const checkInterval = 3_600_000;

/** The player of this device: undefined until loaded, null if nobody is signed in. */
class Me {
  player: Player | null | undefined = $state.raw(undefined);

  /** The server shows its tables to its members only. */
  closed = $state(false);

  /** The reader may ask for what a closed door hides. Until the player is loaded, nobody knows. */
  get letIn(): boolean {
    return this.player !== undefined && !(this.player === null && this.closed);
  }

  /** The server could not be reached, so nobody knows who is signed in. */
  unreachable = $state(false);

  /** The time of the last check, since the page was loaded. */
  private checked = -Infinity;

  /**
   * Loads the player, and replaces the session's token if it is old. On failure the current value stays. While the server's store is unavailable
   * nobody counts as signed out: it asks again later.
   */
  async load(): Promise<void> {
    this.checked = performance.now();
    try {
      const here = await api.here();
      this.closed = here.closed;
      this.player = here.player;
      this.unreachable = false;
      // After a failure the present token stays valid, and the next check tries again.
      if (here.rotate) await api.rotate();
    } catch (error) {
      this.unreachable = codeOf(error) === 'offline';
      if (this.unreachable) addEventListener('online', () => void this.load(), { once: true });
      if (!['unavailable', 'overloaded'].includes(codeOf(error))) this.player ??= null;
      else if (this.player === undefined) setTimeout(() => void this.load(), again);
    }
  }

  /** Loads the player again if the last time is long ago. */
  async refresh(): Promise<void> {
    if (performance.now() - this.checked >= checkInterval) await this.load();
  }

  /** Sets the name of a new guest or of the current player. `key` opens a closed door. Throws Refusal. */
  async setName(setName: string, key: Parameters<typeof api.join>[1] = {}): Promise<void> {
    this.player = this.player ? await api.rename(setName) : await api.join(setName, key);
    forgetDraft('name');
  }

  /** Signs this device out. Throws Refusal. */
  async signOut(): Promise<void> {
    await api.signOut();
    forgetTables();
    forgetDrafts();
    this.player = null;
  }

  /** Erases the player. Throws Refusal. */
  async erase(): Promise<void> {
    await api.erase();
    forgetTables();
    forgetDrafts();
    this.player = null;
  }
}

export const me = new Me();
