import { colors } from '../../games/names.gen';
import { serverNow } from '../environment/clock';
import type { Engine } from '../engine/engine';
import type { Document } from '../engine/types.gen';
import { uuid } from '../net/uuid';
import { storeEntries } from './local-store';

/** A seat of a new local table: a person with a name, or a bot with a level. */
export type NewSeat = { name: string } | { bot: string };

/** The numbers of seats of a title. */
export const seatNumbers = (title: string): number[] => Object.keys(colors[title] ?? {}).map(Number);

/** The secret of a table, in hex. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Starts a table on this device and stores it. Resolves with its id. Rejects with EngineError, or if nothing can be stored. */
export async function startTable(engine: Engine, title: string, seats: readonly NewSeat[]): Promise<string> {
  const available = colors[title]?.[seats.length] ?? [];
  const table = uuid();
  const secret = randomHex();
  const time = serverNow();
  const begun = await engine.call('new', {
    ...{ table, title, secret, time, options: {}, contributions: seats.map(() => '') },
    seats: seats.map((seat, i) => ({ name: '', bot: '', ...seat, color: available[i] ?? '' })),
  });
  const { record } = await engine.call('record', { game: begun.game });
  await engine.call('close', { game: begun.game });
  await keep(record, false);
  // The browser may then keep the games even if it needs space.
  await navigator.storage?.persist?.().catch(() => false);
  return table;
}

/** Stores the record of a running game as a local table. */
export async function keep(record: string, finished: boolean): Promise<void> {
  const { entries, ...about } = JSON.parse(record) as Document;
  const table = { about: { ...about, entries: [] }, updated: serverNow(), finished };
  await storeEntries(about.table, table, 1, entries);
}
