import { hash } from 'virtual:engine-hash';
import { recentTables } from '../check/memory';
import { ShownMoments } from '../check/shown-moments';

/** The memory of the table that this page opened last. */
let newest: ShownMoments | undefined;

/** Remembers the moments of a table that this page shows. */
export function rememberShown(table: string): ShownMoments {
  newest = new ShownMoments(table, hash, recentTables);
  return newest;
}

/** Stores the moments that have just arrived. Resolves when they are stored. */
export const storeShown = async (): Promise<void> => void (await newest?.write());
