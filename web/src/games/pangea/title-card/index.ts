import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: {
      about:
        'Shift a world of drifting lands, lead your tribes to where others live well, and carry five amulets home to your tower.',
    },
    nl: {
      about:
        'Verschuif een wereld van drijvend land, leid je stammen naar waar anderen goed leven, en breng vijf amuletten thuis naar je toren.',
    },
  },
  Picture,
};

export default card;
