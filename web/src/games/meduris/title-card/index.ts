import type { TitleCard } from '../../contract';
import { cardTexts } from '../texts';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: cardTexts,
  Picture,
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
