import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: {
      about:
        'Shift a world of drifting lands, send your tribes to trade with other peoples, and bring five amulets home to your tower.',
    },
    nl: {
      about:
        'Verschuif een wereld van drijvende landen, laat je stammen handelen met andere volken en breng vijf amuletten naar je toren.',
    },
  },
  Picture,
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
