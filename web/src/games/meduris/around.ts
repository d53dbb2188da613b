import type { TitleAround } from '../contract';
import Aid from './aid/Aid.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import Panel from './play/Panel.svelte';

const around: TitleAround = {
  Panel,
  Aid,
  layout: { component: PlainBoard, covers: ['board', 'fields', 'plateaus', 'stock', 'runes', 'druid', 'next'] },
};

export default around;
