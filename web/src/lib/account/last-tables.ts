import { serverNow } from '../environment/clock';
import { loadJson, save } from '../environment/storage';
import type { Player, Table } from '../wire/table';

const storageKey = 'nemeton.tables';
const most = 12;

/** A table as it was when the server last answered. */
export interface LastTable {
  id: string;
  title: string;
  players: string[];
  waits: boolean;
}

/** The reader's tables, and the time in milliseconds since 1970 when the server listed them. */
export interface LastTables {
  time: number;
  tables: LastTable[];
}

/** Keeps a copy of the reader's unfinished tables, for the time without a network. It is only shown; the server has the truth. */
export function keepTables(tables: readonly Table[], player: Player, name: (title: string) => string): void {
  const kept = tables
    .filter(({ state }) => state === 'running' || state === 'open')
    .slice(0, most)
    .map(({ id, title, seats, owing }) => ({
      id,
      title: name(title),
      players: seats.flatMap((seat) => (seat.player ? [seat.player.name] : [])),
      waits: seats.some((seat) => seat.player?.id === player.id && owing.includes(seat.seat)),
    }));
  save(storageKey, JSON.stringify({ time: serverNow(), tables: kept } satisfies LastTables));
}

/** Removes the copy, because its player signed out. */
export function forgetTables(): void {
  save(storageKey, null);
}

/** Returns the copy; undefined if there is none that can be read. */
export function lastTables(): LastTables | undefined {
  const kept = loadJson(storageKey) as Partial<LastTables> | null | undefined;
  return kept && typeof kept.time === 'number' && Array.isArray(kept.tables)
    ? { time: kept.time, tables: kept.tables }
    : undefined;
}
