import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: { about: 'Send workers up the mountain, build huts around it, and keep the wandering druid happy.' },
    nl: { about: 'Stuur arbeiders de berg op, bouw er hutten omheen en houd de rondtrekkende druïde te vriend.' },
  },
  Picture,
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
