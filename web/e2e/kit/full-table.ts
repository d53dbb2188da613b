import { startTable, type StartedTable } from './api';
import type { Fixture, PersonOptions } from './fixture';
import type { Person } from './person';

/** The number of players of the fullest table of each title. */
export const fullest = { meduris: 4, druids: 5, pangea: 5 } as const;

type Title = keyof typeof fullest;

const guestNames = ['Benedict', 'Cleo', 'Dirk-Jan', 'Eve'];

/** A table with all of its players, the host first. */
export interface FullTable {
  all: [Person, ...Person[]];
  table: StartedTable;
}

/** Starts the fullest table of a title. The first people have the given devices. */
export async function startFullTable(
  fixture: Fixture,
  title: Title,
  devices: readonly PersonOptions[] = [],
): Promise<FullTable> {
  const host = await fixture.person('Ada', devices[0]);
  const guests = await Promise.all(
    guestNames.slice(0, fullest[title] - 1).map((name, i) => fixture.person(name, devices[i + 1])),
  );
  const all: [Person, ...Person[]] = [host, ...guests];
  return { all, table: await startTable(fixture.url, all, { title }) };
}

/** Confirms the page as a device of its seat. A table that was started by REST asks for it; in a game of pages they are devices from the start. */
export async function confirmDevice({ page }: Person): Promise<void> {
  await page.getByTestId('confirm-device').click();
  await page.getByTestId('device-note').waitFor({ state: 'detached' });
}
