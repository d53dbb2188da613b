import { createStore, delMany, entries, get, set } from 'idb-keyval';
import type { Answers } from '../engine/types.gen';

/** A study of one seat, with the view of the seat before each of its decisions. */
export type Studied = Answers['study'];

/** A study as it is stored. */
interface Kept {
  /** Counts the studies as they are made. */
  number: number;
  studied: Studied;
}

/** The studies of this browser in IndexedDB. A new form of studies needs a new database, because no old one can be shown then. */
const store = (): ReturnType<typeof createStore> => createStore('nemeton.studies', 'studies');

/** The number of studies that stay; one takes some hundred KB. */
const most = 20;

const keyOf = (game: string, seat: number): string => `${game} ${seat}`;

/** Returns a study; undefined if there is none, or if the browser stores nothing. */
export async function recallStudy(game: string, seat: number): Promise<Studied | undefined> {
  try {
    return (await get<Kept>(keyOf(game, seat), store()))?.studied;
  } catch {
    return undefined;
  }
}

/** Stores a study, and drops the oldest ones above the limit. Returns false if the browser stores nothing. */
export async function keepStudy(game: string, studied: Studied): Promise<boolean> {
  try {
    const db = store();
    const key = keyOf(game, studied.study.seat);
    const others = (await entries<string, Kept>(db)).filter(([other]) => other !== key);
    others.sort(([, a], [, b]) => b.number - a.number);
    await set(key, { number: (others[0]?.[1].number ?? 0) + 1, studied } satisfies Kept, db);
    await delMany(
      others.slice(most - 1).map(([old]) => old),
      db,
    );
    return true;
  } catch {
    return false;
  }
}
