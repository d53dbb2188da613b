import { loadTitleCard } from '../games/catalog';
import type { TitleCard } from '../games/contract';

/** The loaded title cards. A card that was lost and is loaded again appears everywhere on the page. */
class TitleCards {
  private cards: Readonly<Record<string, TitleCard>> = $state.raw({});

  get(id: string): TitleCard | undefined {
    return Object.hasOwn(this.cards, id) ? this.cards[id] : undefined;
  }

  /** Loads the card of a title. Rejects if its code is lost. */
  async load(id: string): Promise<TitleCard> {
    const card = await loadTitleCard(id);
    this.cards = { ...this.cards, [id]: card };
    return card;
  }
}

export const titleCards = new TitleCards();
