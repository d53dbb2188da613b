import type { JsonObject } from '../wire/narrow';

/** The parts of a table's pace that the form of its entries depends on. */
export interface Pace {
  /** 0 without clocks, 1 live, 2 days. */
  kind: number;
  byHand: boolean;
  level: string;
  vacations: boolean;
  /** The time that one player can give to another at once, in milliseconds. */
  extra: number;
}

const levels = ['easy', 'medium', 'hard'];

export const isLevel = (level: unknown): boolean => typeof level === 'string' && levels.includes(level);

export const hasClocks = ({ kind }: Pace): boolean => kind > 0;

/** The largest number of seconds whose milliseconds every JSON reader holds. */
const longest = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/** Reads the pace from the options of a table; undefined if an option of all titles has a value that no server gives it. */
export function paceOf(options: JsonObject | null): Pace | undefined {
  const value = (id: string): number => (options && Object.hasOwn(options, id) ? Number(options[id]) : 0);
  const kind = value('pace');
  const clocks = kind === 1 || kind === 2;
  const spans: Record<string, [number, number]> = {
    hints: [0, 1],
    pace: [0, 2],
    takeover: [0, clocks ? 0 : 5],
    paceBank: clocks ? [1, longest] : [0, 0],
    paceIncrement: [0, clocks ? longest : 0],
    paceByHand: [0, clocks ? 1 : 0],
    paceLevel: [0, clocks ? 2 : 0],
    paceVacation: [0, kind === 2 ? 1 : 0],
  };
  if (!Object.entries(spans).every(([id, [low, high]]) => value(id) >= low && value(id) <= high)) return undefined;
  return {
    kind,
    byHand: value('paceByHand') === 1,
    level: levels[value('paceLevel')] ?? '',
    vacations: value('paceVacation') === 1,
    extra: Math.max(Math.floor(value('paceBank') / 4) * 1000, 1000),
  };
}
