import type { TitleCard } from '../../contract';
import Picture from './Picture.svelte';

const card: TitleCard = {
  texts: {
    en: {
      about:
        'Move druids and spirits around the stone circle, collect plants and spells, and vote when five stand in the middle: sun or moon?',
    },
    nl: {
      about:
        'Loop met druïden en geesten door de steenkring, verzamel planten en spreuken, en stem als er vijf in het midden staan: zon of maan?',
    },
  },
  Picture,
  board: import.meta.glob<string>('./board-*.webp', { eager: true, query: '?url', import: 'default' }),
};

export default card;
