import type { Input } from './input';
import type { Person } from './person';

/** Opens the home page and sets the person's name. */
export async function introduce(person: Person, url: string): Promise<void> {
  await person.page.goto(url);
  await person.page.getByTestId('name-input').fill(person.name);
  await person.page.getByTestId('set-name').click();
  await person.page.getByTestId('new-table').waitFor();
}

/** Creates a table as a person who has a name, and returns the invitation link. */
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

/** Follows the invitation as a person without a name, sets the name and sits down. */
export async function join(guest: Person, link: string, seat: number): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByTestId('name-input').fill(guest.name);
  await page.getByTestId('set-name').click();
  await page.getByTestId(`sit-${seat}`).click();
  await page.getByTestId(`stand-${seat}`).waitFor();
}

/** Starts the game as its host, and waits until all pages show it. */
export async function start(host: Person, others: readonly Person[]): Promise<void> {
  await host.page.getByTestId('start-table').click();
  for (const { page } of [host, ...others]) await page.getByTestId('decision-prompt').waitFor();
}

/** Creates a private table, joins it with all guests and starts the game. Returns the invitation link. */
export async function meet(url: string, host: Person, guests: readonly Person[]): Promise<string> {
  await introduce(host, url);
  const link = await openTable(host, { seats: guests.length + 1, visibility: 'private' });
  for (const [i, guest] of guests.entries()) await join(guest, link, i + 1);
  await start(host, guests);
  return link;
}

/** Creates, joins and starts a table from the home page, each person with their own input device alone. */
export async function meetBy(
  url: string,
  [host, hostInput]: readonly [Person, Input],
  [guest, guestInput]: readonly [Person, Input],
  title = 'meduris',
): Promise<void> {
  await host.page.goto(url);
  await host.page.getByTestId(`play-${title}`).waitFor();
  await hostInput.press(host.page.getByTestId(`play-${title}`));
  await host.page.getByTestId('create-table').waitFor();
  await hostInput.write(host.page.getByTestId('name-input'), host.name);
  await hostInput.press(host.page.getByTestId('create-table'));
  await guest.page.goto(await host.page.getByTestId('invite-link').inputValue());
  await guest.page.getByTestId('set-name').waitFor();
  await guestInput.write(guest.page.getByTestId('name-input'), guest.name);
  await guestInput.press(guest.page.getByTestId('set-name'));
  await guest.page.getByTestId('set-name').waitFor({ state: 'detached' });
  await guestInput.press(guest.page.getByTestId('sit-1'));
  await guest.page.getByTestId('stand-1').waitFor();
  await host.page.getByTestId('remove-1').waitFor();
  await host.page.locator('[data-testid="start-table"]:enabled').waitFor(); // until both have contributed
  await hostInput.press(host.page.getByTestId('start-table'));
  for (const { page } of [host, guest]) await page.locator('[data-spot]').first().waitFor();
}

/** Returns the table's id from the address of the person's page. */
export function tableOf(person: Person): string {
  const id = /\/t\/([^/?#]+)/.exec(person.page.url())?.[1];
  if (!id) throw new Error(`${person.name} is at no table: ${person.page.url()}`);
  return id;
}
