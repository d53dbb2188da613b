import { integer, string } from './narrow';
import { count, listOf, oneOf, recordOf, shape, type Read } from './shape';
import type * as sent from './types.gen';

const readOption = shape<sent.Option>()({
  id: string,
  kind: oneOf(['bool', 'int', 'choice']),
  default: integer,
  min: count,
  max: count,
  choices: listOf(string),
});

/** An option of a table, fixed at its creation. */
export type Option = Read<typeof readOption>;

/** All weights, the lightest first. */
export const weights = [1, 2, 3, 4, 5] as const;
export type Weight = (typeof weights)[number];

const readTitle = shape<sent.Title>()({
  id: string,
  name: string,
  minSeats: integer,
  maxSeats: integer,
  /** The usual length of a game: the shortest and the longest. */
  minutes: shape<sent.Minutes>()({ from: integer, to: integer }),
  /** How much there is to learn and to think about, from 1 (light) to 5 (heavy). */
  weight: oneOf(weights),
  /** The version of the rules on this server. */
  rules: integer,
  options: listOf(readOption),
  /** The options of every table. */
  common: listOf(readOption),
  /** The available colors by number of seats, in order of assignment. */
  colors: recordOf(listOf(string)),
});

export type Title = Read<typeof readTitle>;

export function readTitles(value: unknown): Title[] {
  return listOf(readTitle)(value, 'titles');
}
