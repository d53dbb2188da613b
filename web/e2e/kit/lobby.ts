import type { Person } from './person';

/** Goes to the first page and takes a name there. */
export async function introduce(person: Person, url: string): Promise<void> {
  await person.page.goto(url);
  await person.page.getByTestId('name-input').fill(person.name);
  await person.page.getByTestId('set-name').click();
  await person.page.getByTestId('new-table').waitFor();
}

/** Opens a table as somebody who has a name, and gives the invitation link. */
export async function openTable(
  host: Person,
  table: { seats: number; visibility: 'private' | 'public'; title?: string },
): Promise<string> {
  const { page } = host;
  await page.getByTestId('new-table').click();
  await page.getByTestId('title-select').selectOption(table.title ?? 'meduris');
  await page.getByTestId('seats-select').selectOption(String(table.seats));
  await page.getByTestId('visibility-select').selectOption(table.visibility);
  await page.getByTestId('create-table').click();
  return page.getByTestId('invite-link').inputValue();
}

/** Follows the invitation as a stranger: a name, and the seat. */
export async function join(guest: Person, link: string, seat: number): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByTestId('name-input').fill(guest.name);
  await page.getByTestId('set-name').click();
  await page.getByTestId(`sit-${seat}`).click();
  await page.getByTestId(`stand-${seat}`).waitFor();
}

/** Starts the game as its host, and waits until everybody sees it. */
export async function start(host: Person, others: readonly Person[]): Promise<void> {
  await host.page.getByTestId('start-table').click();
  for (const { page } of [host, ...others]) await page.getByTestId('decision-prompt').waitFor();
}

/** Host and guests meet at a new private table and start. Gives the invitation link. */
export async function meet(url: string, host: Person, guests: readonly Person[]): Promise<string> {
  await introduce(host, url);
  const link = await openTable(host, { seats: guests.length + 1, visibility: 'private' });
  for (const [i, guest] of guests.entries()) await join(guest, link, i + 1);
  await start(host, guests);
  return link;
}

/** The table's id, from the address of a page. */
export function tableOf(person: Person): string {
  const id = /\/t\/([^/?#]+)/.exec(person.page.url())?.[1];
  if (!id) throw new Error(`${person.name} is at no table: ${person.page.url()}`);
  return id;
}
