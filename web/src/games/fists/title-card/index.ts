import type { TitleCard } from '../../contract';

const card: TitleCard = {
  texts: {
    en: { about: 'Hide pebbles in your fist. The highest bid wins the prize, unless another player bids the same.' },
    nl: { about: 'Verberg steentjes in je vuist. Het hoogste bod wint de prijs, tenzij een ander hetzelfde biedt.' },
  },
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
