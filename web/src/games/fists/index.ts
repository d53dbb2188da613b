import type { TitleClient } from '../contract';
import { en } from './en';
import { guard } from './guard';
import { nl } from './nl';

const fists: TitleClient = {
  texts: { en, nl },
  guard,
  points: { list: 'players', member: 'points' },
};

export default fists;
