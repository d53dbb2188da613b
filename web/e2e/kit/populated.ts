import { playByApi, startTable, type StartedTable } from './api';
import { giveUp } from './finished-game';
import { Guest } from './guest';
import type { Person } from './person';
import { Random } from './random';

/** The paths of a server on which Ada has everything that pages show of a person. */
export interface Populated {
  /** An open table of Ada with a free seat, with the invitation. */
  open: string;
  running: StartedTable;
  /** A finished table of Ada, with some moves. */
  finished: StartedTable;
  /** The page of a person who has played with Ada. */
  companion: string;
  versus: string;
}

/** Gives a person friends and their questions, an invitation, tables in each state, and figures; and the server an open and a running table of others. */
export async function populate(server: string, ada: Person): Promise<Populated> {
  const [ben, cleo, dirk] = [new Guest('Benedict'), new Guest('Cleo'), new Guest('Dirk-Jan')];
  for (const player of [ada, ben, cleo, dirk]) await player.signIn(server);
  const ids = new Map<Guest | Person, string>();
  for (const player of [ada, ben, cleo, dirk]) {
    const session = await (await player.api(server)).get<{ player: { id: string } }>('/session');
    ids.set(player, session.player.id);
  }
  const id = (player: Guest | Person): string => ids.get(player) ?? '';
  for (const title of ['meduris', 'druids']) await giveUp(server, title, ada, ben);
  const finished = await startTable(server, [ada, cleo], { title: 'meduris', known: true });
  await playByApi(server, [ada, cleo], finished.id, new Random(3), (made) => made >= 40);
  await (await cleo.api(server)).post(`/tables/${finished.id}/concede`, { id: 'give-up' });
  const api = await ada.api(server);
  await api.put(`/me/friends/${id(ben)}`);
  await (await ben.api(server)).put(`/me/friends/${id(ada)}`);
  await (await cleo.api(server)).put(`/me/friends/${id(ada)}`);
  await api.put(`/me/friends/${id(dirk)}`).catch(() => undefined);

  const running = await startTable(server, [ada, ben, cleo], { title: 'druids', known: true });
  await playByApi(server, [ada, ben, cleo], running.id, new Random(3), (made) => made >= 4);
  const settings = { pace: { kind: 'free', bank: 0, increment: 0 }, options: { hints: 1 } };
  const { table: open } = await api.post<{ table: { id: string; invite: string } }>('/tables', {
    ...settings,
    ...{ title: 'meduris', seats: 4, visibility: 'private' },
  });
  await (await ben.api(server)).post(`/tables/${open.id}/seats`, { seat: 1, invite: open.invite });
  await api.post(`/tables/${open.id}/bots`, { level: 'medium', seat: 2 });
  const host = await cleo.api(server);
  const { table: other } = await host.post<{ table: { id: string } }>('/tables', {
    ...settings,
    ...{ title: 'pangea', seats: 5, visibility: 'public' },
  });
  await host.post(`/tables/${other.id}/invitations`, { player: id(ada) });
  const { table: watched } = await host.post<{ table: { id: string } }>('/tables', {
    ...settings,
    ...{ title: 'meduris', seats: 2, visibility: 'public' },
  });
  await host.post(`/tables/${watched.id}/bots`, { level: 'medium', seat: 1 });
  await host.post(`/tables/${watched.id}/contribution`, { contribution: '5a'.repeat(32) });
  await host.post(`/tables/${watched.id}/start`);
  return {
    open: `/t/${open.id}?invite=${open.invite}`,
    running,
    finished,
    companion: `/p/${id(ben)}`,
    versus: `/p/${id(ben)}?with=${id(ada)}`,
  };
}
