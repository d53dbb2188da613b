import type { TitleCard } from '../../contract';
import { cardTexts } from '../texts';

const card: TitleCard = {
  texts: cardTexts,
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
