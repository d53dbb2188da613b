import * as storage from '../environment/storage';
import { isObject } from '../wire/narrow';

/** The newest entry of a table at some moment, by its short head. */
export interface SeenHead {
  seq: number;
  head: string;
}

/** The facts of a table that this browser remembers, so that the record of the finished table can be compared with them. */
export interface Memory {
  table: string;
  /** The commitment that this browser was shown first for these settings. */
  commitment?: string;
  /** The settings that the commitment covers: number of seats and options. */
  terms?: string;
  /** Whether it was shown before the start. */
  early?: boolean;
  /** This browser's contribution, in hex. */
  own?: string;
  /** The server said that another device of the player answered before this browser did. */
  late?: boolean;
  /** The newest heads that this browser was sent, in the order of their arrival. */
  heads?: SeenHead[];
}

const storageKey = 'nemeton.fair';

/** The maximum number of stored tables; the least recently visited are dropped. */
const maxTables = 200;

/** The number of heads that are remembered for each table. The newest covers all entries before it, until the table is restored. */
const maxHeads = 4;

/** The shortest time in milliseconds between two writes of heads. */
const writeInterval = 1000;

/** The memories of this page. They remain if storage is disabled or full. */
const here = new Map<string, Memory>();

/** Returns the memory of a table; undefined if this browser has not visited the table. */
export function recall(table: string): Memory | undefined {
  return here.get(table) ?? read().find((memory) => memory.table === table);
}

/** Returns the ids of the remembered tables, the last visited one first. */
export const recentTables = (): string[] => read().map(({ table }) => table);

interface ShownTable {
  id: string;
  commitment: string;
  state: string;
  seats: readonly unknown[];
  options: Readonly<Record<string, number>>;
}

const termsOf = ({ seats, options }: ShownTable): string =>
  JSON.stringify([seats.length, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * Remembers the commitment that a table shows, unless this browser has been shown one before for the same settings. With the settings the
 * commitment changes. A contribution to the old one does not count any more, so it is forgotten.
 */
export function rememberCommitment(table: ShownTable): void {
  if (!/^[0-9a-f]{64}$/.test(table.commitment)) return;
  const memory = recall(table.id);
  const fresh = { table: table.id, commitment: table.commitment, terms: termsOf(table), early: table.state === 'open' };
  if (memory?.commitment === undefined) return save({ ...memory, ...fresh });
  if (memory.commitment === table.commitment || !hasOtherTerms(memory, table)) return save(memory);
  save({ ...fresh, ...(memory.heads ? { heads: memory.heads } : {}) }, true);
}

const hasOtherTerms = (memory: Memory | undefined, table: ShownTable): boolean => memory?.terms !== termsOf(table);

/** Reports whether a table shows another commitment than this browser was shown first, although its settings are the same. */
export function isSwapped(table: ShownTable): boolean {
  const memory = recall(table.id);
  return compare(memory, table.commitment) === 'different' && !hasOtherTerms(memory, table);
}

/** Remembers this browser's contribution to a table. */
export function rememberContribution(table: string, own: string): void {
  const before = { ...recall(table) };
  delete before.late;
  save({ ...before, table, own });
}

/** Forgets this browser's contribution to a table, because the server has one of another device. */
export function forgetContribution(table: string): void {
  const before = { ...recall(table) };
  delete before.own;
  save({ ...before, table, late: true });
}

/** The tables with heads that are not written yet. */
const unwritten = new Set<string>();
let writing: ReturnType<typeof setTimeout> | undefined;

/** Remembers the head of an entry. It is written at most once a second, and when the page is left. */
export function rememberHead(table: string, seq: number, head: string): void {
  const memory = recall(table) ?? { table };
  const heads = memory.heads ?? [];
  if (heads.some((seen) => seen.seq === seq && seen.head === head)) return;
  here.set(table, { ...memory, heads: [...heads, { seq, head }].slice(-maxHeads) });
  unwritten.add(table);
  writing ??= setTimeout(writeHeads, writeInterval);
}

/** Writes the heads that are not written yet. */
export function writeHeads(): void {
  clearTimeout(writing);
  writing = undefined;
  for (const table of unwritten) {
    const memory = here.get(table);
    if (memory) save(memory);
  }
  unwritten.clear();
}

/** Stores a memory. A renewed one keeps nothing of an older commitment. */
function save(changed: Memory, renewed = false): void {
  const stored = read();
  // Another tab may have stored a contribution since this page read its memory.
  const before = stored.find(({ table }) => table === changed.table);
  const memory = { ...(renewed && before?.commitment !== changed.commitment ? {} : before), ...changed };
  if (changed.late) delete memory.own;
  else if (changed.own !== undefined) delete memory.late;
  here.set(memory.table, memory);
  if (JSON.stringify(stored[0]) === JSON.stringify(memory)) return;
  const others = stored.filter(({ table }) => table !== memory.table);
  storage.save(storageKey, JSON.stringify([memory, ...others].slice(0, maxTables)));
}

function read(): Memory[] {
  const stored = storage.loadJson(storageKey);
  return Array.isArray(stored) ? stored.filter(isMemory) : [];
}

function isMemory(item: unknown): item is Memory & Record<string, never> {
  if (!isObject(item) || typeof item.table !== 'string') return false;
  const { heads = [] } = item;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  return (
    isText(item.commitment) &&
    isText(item.own) &&
    isText(item.terms) &&
    (item.commitment === undefined) === (item.terms === undefined) &&
    Array.isArray(heads) &&
    heads.every(isHead)
  );
}

const isHead = (item: unknown): boolean =>
  isObject(item) && Number.isSafeInteger(item.seq) && typeof item.head === 'string';

/** The result of a comparison with a commitment. `late`: it is the same, but this browser first saw it after the start. */
export type Comparison = 'same' | 'late' | 'different' | 'unknown';

/** Compares the commitment of a table, or of its record, with the one that this browser was shown first. */
export function compare(memory: Memory | undefined, commitment: string): Comparison {
  if (memory?.commitment === undefined) return 'unknown';
  if (memory.commitment !== commitment) return 'different';
  return memory.early === true ? 'same' : 'late';
}
