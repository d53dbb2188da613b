import { load, save } from '../environment/storage';

const storageKey = 'nemeton.seen';

/** The maximum number of stored tables; the least recently seen are dropped. */
const maxTables = 60;

/** The seq of the last entry that the reader saw at a table; undefined on the first visit with this device. */
export function lastSeen(table: string): number | undefined {
  return read().find(([id]) => id === table)?.[1];
}

export function saveLastSeen(table: string, seq: number): void {
  const others = read().filter(([id]) => id !== table);
  save(storageKey, JSON.stringify([[table, seq], ...others].slice(0, maxTables)));
}

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(load(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSeen) : [];
  } catch {
    return [];
  }
}

function isSeen(item: unknown): item is [string, number] {
  return Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'number';
}
