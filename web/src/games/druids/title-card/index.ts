import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: {
      about:
        'Walk druids and spirits round the circle of stones, gather plants and spells, and when five stand in the middle, vote: sun or moon?',
    },
    nl: {
      about:
        'Loop met druïden en geesten door de steenkring, verzamel planten en toverkracht, en staan er vijf in het midden, stem dan: zon of maan?',
    },
  },
  Picture,
};

export default card;
