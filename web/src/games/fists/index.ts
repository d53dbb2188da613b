import type { TitleClient } from '../contract';
import { guard } from './guard';
import { texts } from './texts';

const fists: TitleClient = {
  texts,
  guard,
  points: { list: 'players', member: 'points' },
};

export default fists;
