import { list, members, oneOf, record, string, integer } from './narrow';
import type * as sent from './types.gen';

/** An option of a table, fixed at its creation. */
export interface Option {
  id: string;
  kind: 'bool' | 'int' | 'choice';
  default: number;
  min: number;
  max: number;
  choices: string[];
}

/** All weights, the lightest first. */
export const weights = [1, 2, 3, 4, 5] as const;
export type Weight = (typeof weights)[number];

export interface Title {
  id: string;
  name: string;
  minSeats: number;
  maxSeats: number;
  /** The usual length of a game: the shortest and the longest. */
  minutes: { from: number; to: number };
  /** How much there is to learn and to think about, from 1 (light) to 5 (heavy). */
  weight: Weight;
  /** The version of the rules on this server. */
  rules: number;
  options: Option[];
  /** The options of every table. */
  common: Option[];
  /** The available colors by number of seats, in order of assignment. */
  colors: Record<string, string[]>;
}

function readOption(value: unknown, what: string): Option {
  const o = members<sent.Option>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    kind: oneOf(o.kind, `${what}.kind`, ['bool', 'int', 'choice'] as const),
    default: integer(o.default, `${what}.default`),
    min: integer(o.min ?? 0, `${what}.min`),
    max: integer(o.max ?? 0, `${what}.max`),
    choices: list(o.choices, `${what}.choices`, string),
  };
}

function readMinutes(value: unknown, what: string): Title['minutes'] {
  const o = members<sent.Minutes>(value, what);
  return { from: integer(o.from, `${what}.from`), to: integer(o.to, `${what}.to`) };
}

function readTitle(value: unknown, what: string): Title {
  const o = members<sent.Title>(value, what);
  return {
    id: string(o.id, `${what}.id`),
    name: string(o.name, `${what}.name`),
    minSeats: integer(o.minSeats, `${what}.minSeats`),
    maxSeats: integer(o.maxSeats, `${what}.maxSeats`),
    minutes: readMinutes(o.minutes, `${what}.minutes`),
    weight: oneOf(o.weight, `${what}.weight`, weights),
    rules: integer(o.rules, `${what}.rules`),
    options: list(o.options, `${what}.options`, readOption),
    common: list(o.common, `${what}.common`, readOption),
    colors: record(o.colors, `${what}.colors`, (v, w) => list(v, w, string)),
  };
}

export function readTitles(value: unknown): Title[] {
  return list(value, 'titles', readTitle);
}
