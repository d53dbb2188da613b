import type { TitleClient } from '../contract';
import { en } from './en';
import { facts } from './text-values';
import { nl } from './nl';
import { standing } from './result-text';
import DeskAround from './play/DraftScope.svelte';
import Hand from './play/Hand.svelte';
import Panel from './play/Panel.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import PlayBoard from './play/PlayBoard.svelte';
import { rewind } from './animation/undo-event';
import { beats } from './animation/steps';
import { finale, gains, recap, totals } from './animation/event-roles';
import Ending from './animation/ending/Ending.svelte';

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
