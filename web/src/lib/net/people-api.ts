import { readCircle, readFriendState, readFriends, type Circle, type Friend, type FriendState } from '../wire/circle';
import {
  readBlocked,
  readCompanions,
  readGames,
  readInvitations,
  readInvited,
  readProfile,
  readShownTo,
  readVacation,
  readVersus,
  type Companion,
  type GamePage,
  type Invitation,
  type Invited,
  type Profile,
  type ShownTo,
  type Versus,
} from '../wire/people';
import type { Player } from '../wire/table';
import { tellBlock } from './block-news';
import { call, query } from './rest';
import { uuid } from './uuid';

/** The part of the REST API about other people: histories, invitations and blocks. All calls throw Refusal. */
export const peopleApi = {
  profile: async (id: string): Promise<Profile> => readProfile(await call('GET', `/players/${id}`)),
  games: async (id: string, by: { with?: string; cursor?: string; limit?: number }): Promise<GamePage> =>
    readGames(await call('GET', `/players/${id}/games${query(by)}`)),
  versus: async (id: string, other: string): Promise<Versus> =>
    readVersus(await call('GET', `/players/${id}/versus/${other}`)),
  companions: async (): Promise<Companion[]> => readCompanions(await call('GET', '/me/companions')),
  shownTo: async (): Promise<ShownTo> => readShownTo(await call('GET', '/me')),
  /** Changes who may see the reader's finished games. */
  show: async (history: ShownTo): Promise<ShownTo> => readShownTo(await call('PATCH', '/me', { history })),
  /** The end of the reader's last vacation, in milliseconds since 1970; undefined if there was none, or the reader ended it. */
  vacation: async (): Promise<number | undefined> => readVacation(await call('GET', '/me')),
  /** Begins or changes the reader's vacation; null ends it. */
  setVacation: async (until: Date | null): Promise<number | undefined> =>
    readVacation(await call('PUT', '/me/vacation', { id: uuid(), ...(until ? { until: until.toISOString() } : {}) })),

  invitations: async (): Promise<Invitation[]> => readInvitations(await call('GET', '/me/invitations')),
  decline: async (table: string): Promise<void> => void (await call('DELETE', `/me/invitations/${table}`)),
  invited: async (table: string): Promise<Invited[]> => readInvited(await call('GET', `/tables/${table}/invitations`)),
  invite: async (table: string, player: string): Promise<void> =>
    void (await call('POST', `/tables/${table}/invitations`, { player })),

  friends: async (): Promise<Friend[]> => readFriends(await call('GET', '/me/friends')),
  circle: async (): Promise<Circle> => readCircle(await call('GET', '/me/circle')),
  askFriend: async (player: string): Promise<FriendState> =>
    readFriendState(await call('PUT', `/me/friends/${player}`)),
  /** Ends a friendship, withdraws a question or declines one. */
  endFriend: async (player: string): Promise<void> => void (await call('DELETE', `/me/friends/${player}`)),

  blocked: async (): Promise<Player[]> => readBlocked(await call('GET', '/me/blocks')),
  block: async (player: string): Promise<void> => {
    await call('PUT', `/me/blocks/${player}`);
    tellBlock();
  },
  unblock: async (player: string): Promise<void> => {
    await call('DELETE', `/me/blocks/${player}`);
    tellBlock();
  },
};
