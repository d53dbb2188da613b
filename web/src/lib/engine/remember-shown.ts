import { hash } from 'virtual:engine-hash';
import { recentTables } from '../check/memory';
import { ShownMoments } from '../check/shown-moments';

/** Remembers the moments of a table that this page shows. */
export const rememberShown = (table: string): ShownMoments => new ShownMoments(table, hash, recentTables);
