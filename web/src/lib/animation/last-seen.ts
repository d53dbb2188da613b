const storageKey = 'nemeton.seen';

/** How many tables are remembered; of more, those seen longest ago are forgotten. */
const maxTables = 60;

/** The last entry the reader has seen at a table, or undefined where this device was never there. */
export function lastSeen(table: string): number | undefined {
  return read().find(([id]) => id === table)?.[1];
}

/** Remembers the last entry seen. */
export function saveLastSeen(table: string, seq: number): void {
  const others = read().filter(([id]) => id !== table);
  try {
    localStorage.setItem(storageKey, JSON.stringify([[table, seq], ...others].slice(0, maxTables)));
  } catch {
    // Storage may be full or switched off: there is then no summary of what was missed.
  }
}

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSeen) : [];
  } catch {
    return [];
  }
}

function isSeen(item: unknown): item is [string, number] {
  return Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'number';
}
