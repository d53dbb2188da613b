import { join } from 'node:path';
import { results } from './fixture';
import type { Player } from './guest';
import type { Person } from './person';

/** Saves a screenshot of the page on each screen if PICTURES=1. */
export async function pictures({ page }: Person, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(results, `${name} ${width}.png`), fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}

/** Plays a public table to its end: the second person concedes. Returns its id. */
export async function giveUp(server: string, title: string, ada: Player, ben: Player): Promise<string> {
  const [host, guest] = [await ada.api(server), await ben.api(server)];
  const { table } = await host.post<{ table: { id: string } }>('/tables', { title, seats: 2, visibility: 'public' });
  const path = `/tables/${table.id}`;
  await guest.post(`${path}/seats`);
  for (const player of [host, guest]) await player.post(`${path}/contribution`, { contribution: '5a' });
  await host.post(`${path}/start`);
  await guest.post(`${path}/concede`, { id: 'give-up' });
  return table.id;
}
