/** The facts of a table that this browser remembers, so that the record of the finished table can be compared with them. */
export interface Memory {
  table: string;
  /** The commitment that this browser was shown first. */
  commitment?: string;
  /** Whether it was shown before the start. */
  early?: boolean;
  /** This browser's contribution, in hex. */
  own?: string;
}

const storageKey = 'nemeton.fair';

/** The maximum number of stored tables; the least recently visited are dropped. */
const maxTables = 200;

/** The memories of this page. They remain if storage is disabled or full. */
const here = new Map<string, Memory>();

/** Returns the memory of a table; undefined if this browser has not visited the table. */
export function recall(table: string): Memory | undefined {
  return here.get(table) ?? read().find((memory) => memory.table === table);
}

/** Remembers the commitment that a table shows, unless this browser has been shown one before. */
export function rememberCommitment(table: { id: string; commitment: string; state: string }): void {
  if (!/^[0-9a-f]{64}$/.test(table.commitment)) return;
  const memory = recall(table.id);
  if (memory?.commitment !== undefined) return save(memory);
  save({ ...memory, table: table.id, commitment: table.commitment, early: table.state === 'open' });
}

/** Remembers this browser's contribution to a table. */
export function rememberContribution(table: string, own: string): void {
  save({ ...recall(table), table, own });
}

function save(memory: Memory): void {
  here.set(memory.table, memory);
  const stored = read();
  if (JSON.stringify(stored[0]) === JSON.stringify(memory)) return;
  const others = stored.filter(({ table }) => table !== memory.table);
  try {
    localStorage.setItem(storageKey, JSON.stringify([memory, ...others].slice(0, maxTables)));
  } catch {
    // Storage is full or disabled. The memory lasts as long as the page.
  }
}

function read(): Memory[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMemory) : [];
  } catch {
    return [];
  }
}

function isMemory(item: unknown): item is Memory {
  if (typeof item !== 'object' || item === null || !('table' in item) || typeof item.table !== 'string') return false;
  const texts = ['commitment' in item ? item.commitment : '', 'own' in item ? item.own : ''];
  return texts.every((text) => typeof text === 'string');
}

/** The result of a comparison with a commitment. `late`: it is the same, but this browser first saw it after the start. */
export type Comparison = 'same' | 'late' | 'different' | 'unknown';

/** Compares the commitment of a table, or of its record, with the one that this browser was shown first. */
export function compare(memory: Memory | undefined, commitment: string): Comparison {
  if (memory?.commitment === undefined) return 'unknown';
  if (memory.commitment !== commitment) return 'different';
  return memory.early === true ? 'same' : 'late';
}
