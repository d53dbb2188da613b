import { readCircle, readFriendState, readFriends } from '../wire/circle';
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
  type ShownTo,
} from '../wire/people';
import { tellBlock } from './block-news';
import { ask, query, tell } from './rest';
import { uuid } from './uuid';

/** The part of the REST API about other people: histories, invitations and blocks. All calls throw Refusal. */
export const peopleApi = {
  profile: (id: string) => ask(readProfile, 'GET', `/players/${id}`),
  games: (id: string, by: { with?: string; cursor?: string; limit?: number }) =>
    ask(readGames, 'GET', `/players/${id}/games${query(by)}`),
  versus: (id: string, other: string) => ask(readVersus, 'GET', `/players/${id}/versus/${other}`),
  companions: () => ask(readCompanions, 'GET', '/me/companions'),
  shownTo: () => ask(readShownTo, 'GET', '/me'),
  /** Changes who may see the reader's finished games. */
  show: (history: ShownTo) => ask(readShownTo, 'PATCH', '/me', { history }),
  /** The end of the reader's last vacation, in milliseconds since 1970; undefined if there was none, or the reader ended it. */
  vacation: () => ask(readVacation, 'GET', '/me'),
  /** Begins or changes the reader's vacation; null ends it. */
  setVacation: (until: Date | null) =>
    ask(readVacation, 'PUT', '/me/vacation', { id: uuid(), ...(until ? { until: until.toISOString() } : {}) }),

  invitations: () => ask(readInvitations, 'GET', '/me/invitations'),
  decline: (table: string) => tell('DELETE', `/me/invitations/${table}`),
  invited: (table: string) => ask(readInvited, 'GET', `/tables/${table}/invitations`),
  invite: (table: string, player: string) => tell('POST', `/tables/${table}/invitations`, { player }),

  friends: () => ask(readFriends, 'GET', '/me/friends'),
  circle: () => ask(readCircle, 'GET', '/me/circle'),
  askFriend: (player: string) => ask(readFriendState, 'PUT', `/me/friends/${player}`),
  /** Ends a friendship, withdraws a question or declines one. */
  endFriend: (player: string) => tell('DELETE', `/me/friends/${player}`),

  blocked: () => ask(readBlocked, 'GET', '/me/blocks'),
  block: async (player: string): Promise<void> => {
    await tell('PUT', `/me/blocks/${player}`);
    tellBlock();
  },
  unblock: async (player: string): Promise<void> => {
    await tell('DELETE', `/me/blocks/${player}`);
    tellBlock();
  },
};
