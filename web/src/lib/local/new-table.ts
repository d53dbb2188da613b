import { colors as colorsOf } from '../../games/names.gen';
import { serverNow } from '../environment/clock';
import type { Engine } from '../engine/engine';
import { randomHex } from '../engine/random-hex';
import type { Document } from '../engine/types.gen';
import type { Lesson } from '../lesson/lesson';
import { nameOfColor } from '../ui/colors';
import { uuid } from '../net/uuid';
import { storeEntries } from './local-store';

/** A seat of a new local table: a person with a name, or a bot with a level. */
export type NewSeat = { name: string } | { bot: string };

/** The numbers of seats of a title. */
export const seatNumbers = (title: string): number[] => Object.keys(colorsOf[title] ?? {}).map(Number);

const defaultColors = (title: string, seats: number): readonly string[] => colorsOf[title]?.[seats] ?? [];

/** Starts a table on this device and stores it. Resolves with its id. Rejects with EngineError, or if nothing can be stored. */
export function startTable(engine: Engine, title: string, seats: readonly NewSeat[]): Promise<string> {
  return start(engine, title, seats, {});
}

/** Starts the short game of a lesson: the learner, named by color, against a bot, from a position of the lesson. */
export function startShortGame(
  engine: Engine,
  title: string,
  text: string,
  { seats, learner, colors, options = {}, game }: Lesson,
): Promise<string> {
  const name = nameOfColor((colors ?? defaultColors(title, seats))[learner] ?? '');
  const list = Array.from({ length: seats }, (_, seat) => (seat === learner ? { name } : { bot: game?.bot ?? 'easy' }));
  return start(engine, title, list, { lesson: text, options }, colors);
}

async function start(
  engine: Engine,
  title: string,
  seats: readonly NewSeat[],
  more: { lesson?: string; options?: Readonly<Record<string, number>> },
  available: readonly string[] = defaultColors(title, seats.length),
): Promise<string> {
  const table = uuid();
  const secret = randomHex();
  const time = serverNow();
  const begun = await engine.call('new', {
    ...{ table, title, secret, time, options: {}, contributions: seats.map(() => ''), ...more },
    seats: seats.map((seat, i) => ({ name: '', bot: '', ...seat, color: available[i] ?? '' })),
  });
  const { record } = await engine.call('record', { game: begun.game });
  await engine.call('close', { game: begun.game });
  await keep(
    table,
    record,
    seats.flatMap((seat, i) => ('name' in seat ? [i] : [])),
    more.lesson !== undefined,
  );
  return table;
}

/** Stores a game that goes on from another one, as a person against bots. Resolves with its id here. */
export async function keepBranch(record: string, person: number, store = storeEntries): Promise<string> {
  const id = uuid();
  await keep(id, record, [person], false, store);
  return id;
}

async function keep(
  id: string,
  record: string,
  people: readonly number[],
  lesson = false,
  store = storeEntries,
): Promise<void> {
  const { entries, ...about } = JSON.parse(record) as Document;
  const table = { id, about: { ...about, entries: [] }, people, updated: serverNow(), finished: false, lesson };
  await store(table, 1, entries);
  // The browser may then keep the games even if it needs space. Firefox asks the reader, whose answer may never come.
  void navigator.storage?.persist?.().catch(() => false);
}
