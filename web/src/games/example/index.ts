import type { TitleClient } from '../contract';
import { guard } from './guard';
import { texts } from './texts';

const example: TitleClient = {
  texts,
  guard,
  points: { list: 'players', member: 'points' },
};

export default example;
