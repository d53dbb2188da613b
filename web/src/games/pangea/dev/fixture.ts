import type { JsonObject } from '../../../lib/wire/narrow';
import type { Decision } from '../../../lib/wire/game';
import type { Seat } from '../../../lib/wire/table';

/** What a server once sent to a seat of a table, with the seats. */
export interface Fixture {
  me: number;
  seats: Seat[];
  view: JsonObject;
  decisions: Decision[];
}

const files: Record<string, Fixture> = import.meta.glob('./fixtures/*.json', { eager: true, import: 'default' });

/** The recorded states by name: the number of players, and what was going on. */
export const fixtures: Readonly<Record<string, Fixture>> = Object.fromEntries(
  Object.entries(files).map(([path, fixture]) => [path.replace(/^.*\/|\.json$/g, ''), fixture]),
);
