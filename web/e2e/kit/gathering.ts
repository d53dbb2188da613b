import type { Hands } from './hands';
import type { Person } from './person';

/** Two people meet at a table and start, each of it with their hands: from the first page's own button to the first turn. */
export async function gather(
  [hosting, hands]: readonly [Hands, Hands],
  server: string,
  host: Person,
  guest: Person,
  title = 'meduris',
): Promise<void> {
  await host.page.goto(server);
  await host.page.getByTestId(`play-${title}`).waitFor();
  await hosting.press(host.page.getByTestId(`play-${title}`));
  await host.page.getByTestId('create-table').waitFor();
  await hosting.write(host.page.getByTestId('name-input'), host.name);
  await hosting.press(host.page.getByTestId('create-table'));
  await guest.page.goto(await host.page.getByTestId('invite-link').inputValue());
  await guest.page.getByTestId('set-name').waitFor();
  await hands.write(guest.page.getByTestId('name-input'), guest.name);
  await hands.press(guest.page.getByTestId('set-name'));
  await guest.page.getByTestId('set-name').waitFor({ state: 'detached' });
  await hands.press(guest.page.getByTestId('sit-1'));
  await guest.page.getByTestId('stand-1').waitFor();
  await host.page.getByTestId('remove-1').waitFor();
  await hosting.press(host.page.getByTestId('start-table'));
  for (const { page } of [host, guest]) await page.locator('[data-spot]').first().waitFor();
}
