import type { TitleClient } from '../contract';
import { en } from './en';
import { facts } from './facts';
import { nl } from './nl';
import { standing } from './standing';
import DeskAround from './play/DeskAround.svelte';
import Hand from './play/Hand.svelte';
import Panel from './play/Panel.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import PlayBoard from './play/PlayBoard.svelte';
import { rewind } from './story/backward';
import { beats } from './story/beats';
import { finale, gains, recap, totals } from './story/count';
import Ending from './story/ending/Ending.svelte';

const pangea: TitleClient = {
  messages: { en, nl },
  facts,
  shapes: {
    waiting: 'hidden',
    fields: 'hidden',
    start: 'seat',
  },
  standing,
  story: { beats, gains, totals, recap, finale, rewind },
  Ending,
  hand: 'hand',
  layout: { component: PlainBoard, covers: ['fields', 'tiles', 'peoples', 'players'] },
  table: { Desk: DeskAround, Board: PlayBoard, Panel, Hand },
};

export default pangea;
