import type { TitleClient } from '../contract';
import Hand from './card/Hand.svelte';
import Aid from './aid/Aid.svelte';
import { guard } from './guard';
import { textValues } from './text-values';
import { texts } from './texts';
import { turnSeat } from './board/view';
import { createDraft } from './play/draft.svelte';
import { effects } from './play/effects';
import Panel from './play/Panel.svelte';
import PlayBoard from './play/PlayBoard.svelte';
import { standing } from './play/standing';
import PlainBoard from './plain/PlainBoard.svelte';
import { spotsOf } from './play/refused';
import { animate } from './animation/steps';
import { sound } from './animation/event-sounds';
import { endingRole, scoreChanges, recapSeat } from './animation/event-roles';
import { places } from './animation/places';
import Ending from './animation/ending/Ending.svelte';

const druids: TitleClient = {
  texts,
  guard,
  textValues,
  shapes: {
    waiting: 'hidden',
    votes: 'hidden',
    unseen: 'hidden',
    held: 'hidden',
    wasted: 'hidden',
    stones: 'hidden',
    spokes: 'hidden',
    start: 'seat',
    'turn.to': 'seat',
    'vote.first': 'seat',
    hands: 'by-seat',
  },
  turn: turnSeat,
  standing,
  effects,
  events: { animate, sound, scoreChanges, recapSeat, endingRole, places },
  Ending,
  hand: 'hand',
  spotsOf,
  layout: {
    component: PlainBoard,
    covers: ['stones', 'spokes', 'figures', 'gathered', 'deck', 'discard', 'card', 'worth'],
  },
  table: { createDraft, Board: PlayBoard, Panel, Hand, Aid },
};

export default druids;
