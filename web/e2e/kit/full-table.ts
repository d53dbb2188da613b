import { startTable, type StartedTable } from './api';
import type { Fixture, PersonOptions } from './fixture';
import { Guest, type Player } from './guest';
import type { Person } from './person';

/** The number of players of the fullest table of each title. */
export const fullest = { meduris: 4, druids: 5, pangea: 5 } as const;

type Title = keyof typeof fullest;

const guestNames = ['Benedict', 'Cleo', 'Dirk-Jan', 'Eve'];

/** A table with all of its players, the host first. */
export interface FullTable {
  all: Player[];
  /** The first players, who have a browser. */
  watched: [Person, ...Person[]];
  table: StartedTable;
}

/** Starts the fullest table of a title. The first people have the given devices, the others have no browser. */
export async function startFullTable(
  fixture: Fixture,
  title: Title,
  [device, ...others]: readonly PersonOptions[] = [],
): Promise<FullTable> {
  const watched: [Person, ...Person[]] = [await fixture.person('Ada', device)];
  for (const [i, other] of others.entries()) watched.push(await fixture.person(guestNames[i] ?? '', other));
  const guests = guestNames.slice(others.length, fullest[title] - 1).map((name) => new Guest(name));
  const all = [...watched, ...guests];
  return { all, watched, table: await startTable(fixture.url, all, { title }) };
}

/** Confirms the page as a device of its seat. A table that was started by REST asks for it; in a game of pages they are devices from the start. */
export async function confirmDevice({ page }: Person): Promise<void> {
  await page.getByTestId('confirm-device').click();
  await page.getByTestId('device-note').waitFor({ state: 'detached' });
}
