import type { TitleClient } from '../contract';
import { guard } from './guard';
import { textValues } from './text-values';
import { texts } from './texts';
import { resultText } from './result-text';
import { turnSeat } from './board/view';
import { createDraft } from './play/draft.svelte';
import { effects } from './play/effects';
import PlayBoard from './play/PlayBoard.svelte';
import { standing } from './play/standing';
import { spotsOf } from './play/refused';
import { animate } from './animation/steps';
import { sound } from './animation/event-sounds';
import { endingRole, scoreChanges, recapSeat, totals } from './animation/event-roles';
import { places } from './animation/places';

const pangea: TitleClient = {
  texts,
  guard,
  textValues,
  shapes: {
    waiting: 'hidden',
    fields: 'hidden',
    start: 'seat',
    ranks: 'hidden',
  },
  resultText,
  effects,
  turn: turnSeat,
  standing,
  events: { animate, sound, scoreChanges, totals, recapSeat, endingRole, places },
  hand: 'hand',
  spotsOf,
  table: { createDraft, Board: PlayBoard },
};

export default pangea;
