import type { Decision } from '../lib/wire/game';
import type { JsonObject } from '../lib/wire/narrow';
import type { Seat } from '../lib/wire/table';

/** A recorded server answer to one seat, with the seats of the table. */
export interface Fixture {
  me: number;
  seats: Seat[];
  view: JsonObject;
  decisions: Decision[];
}

/** Indexes recorded states by file name. A name has the number of players and the situation. */
export function byName(files: Record<string, Fixture>): Readonly<Record<string, Fixture>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, fixture]) => [path.replace(/^.*\/|\.json$/g, ''), fixture]),
  );
}
