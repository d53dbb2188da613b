import type { Player } from './guest';

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
