import { api } from '../net/api';
import type { Player } from '../wire/table';

/** Who plays on this device: unknown until asked, null for a stranger. */
class Me {
  player: Player | null | undefined = $state.raw(undefined);

  /** Asks the server. Without an answer one stays as one was. */
  async load(): Promise<void> {
    try {
      this.player = await api.here();
    } catch {
      this.player ??= null;
    }
  }

  /** Takes a name: as a new guest, or as the one who is here already. Throws Refusal. */
  async setName(setName: string): Promise<void> {
    this.player = this.player ? await api.rename(setName) : await api.join(setName);
  }

  /** Becomes the player whose code was made on another device. Throws Refusal. */
  async useCode(code: string): Promise<void> {
    this.player = await api.useLink(code);
  }

  /** Signs this device out. Throws Refusal. */
  async signOut(): Promise<void> {
    await api.signOut();
    this.player = null;
  }

  /** Erases the player. Throws Refusal. */
  async erase(): Promise<void> {
    await api.erase();
    this.player = null;
  }
}

/** The one who plays here. */
export const me = new Me();
