import { api } from '../net/api';
import { askAgain, passes } from '../net/again';
import { Refusal } from '../net/rest';
import { forgetDraft, forgetDrafts } from '../chat/draft-store';
import { forgetTables } from './last-tables';
import type { Player } from '../wire/table';

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

  /** The failure of the last check, if the server may answer soon. */
  failure: Refusal | null = $state.raw(null);

  /** The time of the last check, since the page was loaded. */
  private checked = -Infinity;
  private waits = false;

  /**
   * Loads the player, and replaces the session's token if it is old. On failure the current value stays. While the server does not answer,
   * nobody counts as signed out: it asks again later.
   */
  async load(): Promise<void> {
    this.checked = performance.now();
    try {
      const here = await api.here();
      this.closed = here.closed;
      this.player = here.player;
      this.failure = null;
      // After a failure the present token stays valid, and the next check tries again.
      if (here.rotate) await api.rotate();
    } catch (error) {
      this.failure = passes(error) ? error : null;
      if (!this.failure) this.player ??= null;
      else if (!this.waits) {
        this.waits = true;
        askAgain(this.failure, () => {
          this.waits = false;
          void this.load();
        });
      }
    }
  }

  /** Loads the player again if the last time is long ago. A stranger may have signed in with another tab. */
  async refresh(): Promise<void> {
    if (this.player === null || performance.now() - this.checked >= checkInterval) await this.load();
  }

  /**
   * Sets the name of a new guest or of the current player. `key` opens a closed door. A browser that turns out to be signed in, perhaps by another
   * tab, keeps its player, whom a new guest would replace. Throws Refusal.
   */
  async setName(setName: string, key: Parameters<typeof api.join>[1] = {}): Promise<void> {
    if (this.player) this.player = await api.rename(setName);
    else {
      await this.load();
      if (this.player === undefined && this.failure) throw this.failure;
      // Without its cookie the new guest would be lost, and each attempt would make another one.
      if (!this.player && !navigator.cookieEnabled) throw new Refusal('no_cookies', 0);
      this.player ??= await api.join(setName, key);
    }
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
