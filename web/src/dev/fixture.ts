import type { Decision } from '../lib/wire/game';
import type { JsonObject } from '../lib/wire/narrow';
import type { Seat } from '../lib/wire/table';

/** What a server once sent to a seat of a table, with the seats. */
export interface Fixture {
  me: number;
  seats: Seat[];
  view: JsonObject;
  decisions: Decision[];
}

/** Recorded states by the names of their files: the number of players, and what was going on. */
export function byName(files: Record<string, Fixture>): Readonly<Record<string, Fixture>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, fixture]) => [path.replace(/^.*\/|\.json$/g, ''), fixture]),
  );
}
