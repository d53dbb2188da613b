import type { TitleClient } from '../contract';
import { guard } from './guard';
import { textValues } from './text-values';
import { texts } from './texts';
import { turnSeat } from './board/view';
import { createDraft } from './play/draft.svelte';
import { effects } from './play/effects';
import PlayBoard from './play/PlayBoard.svelte';
import { standing } from './play/standing';
import { spotsOf } from './play/refused';
import { animate } from './animation/steps';
import { sound } from './animation/event-sounds';
import { endingRole, scoreChanges, recapSeat } from './animation/event-roles';
import { places } from './animation/places';

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
  hand: 'hand',
  spotsOf,
  table: { createDraft, Board: PlayBoard },
};

export default druids;
