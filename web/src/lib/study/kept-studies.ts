import { createStore, delMany, entries, get, set } from 'idb-keyval';
import type { Answers } from '../engine/types.gen';

/** A study of one seat, with the view of the seat before each of its decisions. */
export type Studied = Answers['study'];

/** A study as it is stored. */
interface Kept {
  /** When it was made, in milliseconds since 1970 UTC. */
  at: number;
  studied: Studied;
}

/** The studies of this browser in IndexedDB. A new form of studies needs a new database, because no old one can be shown then. */
const store = (): ReturnType<typeof createStore> => createStore('nemeton.studies', 'studies');

/** The number of studies that stay; one takes some hundred KB. */
const most = 20;

const keyOf = (table: string, seat: number): string => `${table} ${seat}`;

/** Returns a study; undefined if there is none, or if the browser stores nothing. */
export async function recallStudy(table: string, seat: number): Promise<Studied | undefined> {
  try {
    return (await get<Kept>(keyOf(table, seat), store()))?.studied;
  } catch {
    return undefined;
  }
}

/** Stores a study, and drops the oldest ones above the limit. Returns false if the browser stores nothing. */
export async function keepStudy(table: string, studied: Studied, at = Date.now()): Promise<boolean> {
  try {
    const db = store();
    await set(keyOf(table, studied.study.seat), { at, studied } satisfies Kept, db);
    const all = await entries<string, Kept>(db);
    const old = all.sort(([, a], [, b]) => b.at - a.at).slice(most);
    await delMany(
      old.map(([key]) => key),
      db,
    );
    return true;
  } catch {
    return false;
  }
}
