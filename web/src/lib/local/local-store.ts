import type { Document, Entry } from '../engine/types.gen';

/** A local table as it is stored: its document, whose entries are stored apart. */
export interface StoredTable {
  /** Its id on this device. A game that goes on from another one has the id of that table in its document. */
  id: string;
  about: Document;
  /** The seats of the people at this device. Bots have all others. */
  people: readonly number[];
  /** The time of the last entry, in milliseconds since 1970. */
  updated: number;
  finished: boolean;
  /** The short game of a lesson. Its first draws were scripted, so its record proves nothing. */
  lesson?: boolean;
}

const [tables, entries] = ['tables', 'entries'];
let database: Promise<IDBDatabase> | undefined;

/** Opens the database. It has one version, so that opening cannot be blocked. */
function open(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('nemeton.local', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(tables);
      // Their key is the id of the table and the seq.
      request.result.createObjectStore(entries);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  }).catch((error: unknown) => {
    database = undefined;
    throw error;
  });
  return database;
}

/** The entries of a table, or of all tables. */
const entriesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Runs a transaction. The promise resolves once the disk has it, so that a game survives a crash of the device. */
async function change(work: (tables: IDBObjectStore, entries: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction([tables, entries], 'readwrite', { durability: 'strict' });
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the entry was not stored'));
    work(transaction.objectStore(tables), transaction.objectStore(entries));
  });
}

async function read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = ask((await open()).transaction(store, 'readonly').objectStore(store));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
}

/**
 * Stores the newest entries of a table, the first of which has the seq `from`. Rejects if one is stored already, because another page of this
 * browser plays the table. Rejects if the one before is not stored, because another page removed the table.
 */
export function storeEntries(table: StoredTable, from: number, added: readonly Entry[]): Promise<void> {
  return change((all, list) => {
    all.put(table, table.id);
    for (const [i, entry] of added.entries()) list.add(entry, [table.id, from + i]);
    if (from === 1) return;
    const before = list.getKey([table.id, from - 1]);
    before.onsuccess = () => {
      if (before.result === undefined) list.transaction.abort();
    };
  });
}

/** Returns a table whose document has its entries; undefined if it is not stored. */
export async function loadTable(id: string): Promise<StoredTable | undefined> {
  const found = await read(tables, (store) => store.get(id) as IDBRequest<StoredTable | undefined>);
  if (!found) return undefined;
  const list = await read(entries, (store) => store.getAll(entriesOf(id)) as IDBRequest<Entry[]>);
  return { ...found, about: { ...found.about, entries: list } };
}

/** Lists the stored tables, the newest first. */
export async function listTables(): Promise<StoredTable[]> {
  const all = await read(tables, (store) => store.getAll() as IDBRequest<StoredTable[]>);
  return all.sort((a, b) => b.updated - a.updated);
}

/** Removes a table. */
export function dropTable(id: string): Promise<void> {
  return change((all, list) => {
    all.delete(id);
    list.delete(entriesOf(id));
  });
}
