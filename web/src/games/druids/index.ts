import type { TitleClient } from '../contract';
import { en } from './en';
import { facts } from './facts';
import { nl } from './nl';

const druids: TitleClient = {
  messages: { en, nl },
  facts,
  shapes: {
    counter: 'hidden',
    waiting: 'hidden',
    stones: 'hidden',
    spokes: 'hidden',
    start: 'seat',
    'turn.to': 'seat',
    'vote.first': 'seat',
    hands: 'by-seat',
  },
  hand: 'hand',
};

export default druids;
