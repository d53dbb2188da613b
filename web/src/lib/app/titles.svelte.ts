import { names } from '../../games/names.gen';
import { api } from '../net/api';
import { askAgain, passes } from '../net/again';
import type { Title } from '../wire/title';

/** The titles of this server, loaded once. */
class Titles {
  list: Title[] = $state.raw([]);
  private asked = false;

  /** Loads the titles unless they are loaded. A server that does not answer is asked again; another failure waits for the next call. */
  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.list = await api.titles();
    } catch (error) {
      const again = (): void => {
        this.asked = false;
        void this.load();
      };
      if (passes(error)) askAgain(error, again);
      else this.asked = false;
    }
  }

  /** The name of a title; its id if neither the server nor this client knows it. */
  name(id: string): string {
    return this.find(id)?.name ?? (Object.hasOwn(names, id) ? names[id] : undefined) ?? id;
  }

  find(id: string): Title | undefined {
    return this.list.find((title) => title.id === id);
  }
}

export const titles = new Titles();

export function seatCounts(title: Title | undefined): number[] {
  return title ? Array.from({ length: title.maxSeats - title.minSeats + 1 }, (_, i) => title.minSeats + i) : [];
}
