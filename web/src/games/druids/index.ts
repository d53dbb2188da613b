import type { TitleClient } from '../contract';
import Hand from './card/Hand.svelte';
import { en } from './en';
import { facts } from './text-values';
import { nl } from './nl';
import DeskAround from './play/DraftScope.svelte';
import Panel from './play/Panel.svelte';
import PlayBoard from './play/PlayBoard.svelte';
import PlainBoard from './plain/PlainBoard.svelte';
import { beats } from './animation/steps';
import { finale, gains, recap } from './animation/event-roles';
import Ending from './animation/ending/Ending.svelte';

const druids: TitleClient = {
  messages: { en, nl },
  facts,
  shapes: {
    waiting: 'hidden',
    stones: 'hidden',
    spokes: 'hidden',
    start: 'seat',
    'turn.to': 'seat',
    'vote.first': 'seat',
    hands: 'by-seat',
  },
  story: { beats, gains, recap, finale },
  Ending,
  hand: 'hand',
  layout: {
    component: PlainBoard,
    covers: ['stones', 'spokes', 'figures', 'gathered', 'deck', 'discard', 'card', 'worth'],
  },
  table: { Desk: DeskAround, Board: PlayBoard, Panel, Hand },
};

export default druids;
