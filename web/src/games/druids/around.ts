import type { TitleAround } from '../contract';
import Aid from './aid/Aid.svelte';
import Ending from './animation/ending/Ending.svelte';
import Hand from './card/Hand.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import Panel from './play/Panel.svelte';

const around: TitleAround = {
  Panel,
  Hand,
  Aid,
  Ending,
  layout: {
    component: PlainBoard,
    covers: ['stones', 'spokes', 'figures', 'gathered', 'deck', 'discard', 'card', 'worth'],
  },
};

export default around;
