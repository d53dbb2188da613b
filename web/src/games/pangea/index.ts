import type { TitleClient } from '../contract';
import { en } from './en';
import { facts } from './facts';
import { nl } from './nl';

const pangea: TitleClient = {
  messages: { en, nl },
  facts,
  shapes: {
    counter: 'hidden',
    waiting: 'hidden',
    fields: 'hidden',
    start: 'seat',
  },
  hand: 'hand',
};

export default pangea;
