import type { TitleClient } from '../contract';
import { guard } from './guard';
import { textValues } from './text-values';
import { texts } from './texts';
import Copper from './piece/Copper.svelte';
import Stone from './piece/Stone.svelte';
import Wood from './piece/Wood.svelte';
import Wool from './piece/Wool.svelte';
import { turnSeat } from './board/view';
import { createDraft } from './play/draft.svelte';
import { effects } from './play/effects';
import PlayBoard from './play/PlayBoard.svelte';
import { standing } from './play/standing';
import { fromHand, refusedSpots } from './play/targets';
import { animate } from './animation/steps';
import { sound } from './animation/event-sounds';
import { endingRole, scoreChanges, recapSeat } from './animation/event-roles';
import { places } from './animation/places';

const meduris: TitleClient = {
  texts,
  guard,
  pieces: { wood: Wood, wool: Wool, copper: Copper, stone: Stone },
  textValues,
  shapes: {
    others: 'hidden',
    waiting: 'hidden',
    all: 'hidden',
    nearest: 'hidden',
    'fields.*.hut': 'seat',
    'fields.*.temple': 'seat',
    'plateaus.*': 'seat',
    runes: 'seat',
    start: 'seat',
    hands: 'by-seat',
  },
  turn: turnSeat,
  standing,
  effects,
  events: { animate, sound, scoreChanges, recapSeat, endingRole, places },
  points: { list: 'players', member: 'points' },
  hand: 'hand',
  fromHand,
  spotsOf: refusedSpots,
  table: { createDraft, Board: PlayBoard },
};

export default meduris;
