import type { TitleClient } from '../contract';
import { en } from './en';
import { nl } from './nl';

const fists: TitleClient = {
  texts: { en, nl },
  points: { list: 'players', member: 'points' },
};

export default fists;
