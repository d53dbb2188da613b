import type { TitleAround } from '../contract';
import Aid from './aid/Aid.svelte';
import Ending from './animation/ending/Ending.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import Hand from './play/Hand.svelte';
import Panel from './play/Panel.svelte';

const around: TitleAround = {
  Panel,
  Hand,
  Aid,
  Ending,
  layout: { component: PlainBoard, covers: ['fields', 'tiles', 'peoples', 'players'] },
};

export default around;
