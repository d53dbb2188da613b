import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: { about: 'Send workers up the mountain, build huts around it, and keep the druid content on his way.' },
    nl: { about: 'Stuur arbeiders de berg op, bouw er hutten omheen en houd de druïde op zijn weg te vriend.' },
  },
  Picture,
};

export default card;
