import { api } from '../net/api';
import type { Title } from '../wire/title';

/** The titles of this server; asked for once. */
class Titles {
  list: Title[] = $state.raw([]);
  private asked = false;

  /** Asks the server, if that was not done yet. A failure is asked again the next time. */
  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.list = await api.titles();
    } catch {
      this.asked = false;
    }
  }

  /** The name of a title; until it is known, its id with a capital. */
  name(id: string): string {
    return this.find(id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1);
  }

  find(id: string): Title | undefined {
    return this.list.find((title) => title.id === id);
  }
}

/** The titles that can be played here. */
export const titles = new Titles();
