import { integer, list, members, oneOf, string } from './narrow';
import { readPlayer, type Player } from './table';
import type * as sent from './types.gen';

const states = ['friend', 'asks', 'asked'] as const;

/** "asks": the reader has to answer. "asked": the other person has. */
export type FriendState = (typeof states)[number];

/** Another person as the reader sees them. */
export interface Friend {
  player: Player;
  state: FriendState;
}

/** The figures of one person in the games that the reader and their friends finished together. */
export interface Member {
  player: Player;
  games: number;
  wins: number;
  /** The number of games with a place, and the sum of these places. */
  placed: number;
  places: number;
  /** Wins in a row up to the last game, and the longest such row. */
  streak: number;
  best: number;
  /** Games in which the reader was better than this friend, and the other way round. */
  ahead: number;
  behind: number;
}

/** The friends of the reader, and the figures of each title; the reader's come first. */
export interface Circle {
  friends: Friend[];
  titles: { title: string; members: Member[] }[];
}

function readFriend(value: unknown, what: string): Friend {
  const o = members<sent.Friend>(value, what);
  return { player: readPlayer(o.player), state: oneOf(o.state, `${what}.state`, states) };
}

/** Reads those who ask, the friends, and those who were asked, in this order. */
export function readFriends(value: unknown): Friend[] {
  return list(members<sent.FriendList>(value, 'answer').friends, 'friends', readFriend);
}

export function readFriendState(value: unknown): FriendState {
  return oneOf(members<sent.FriendAnswer>(value, 'answer').state, 'state', states);
}

export function readCircle(value: unknown): Circle {
  const circle = members<sent.Circle>(value, 'answer');
  return {
    friends: list(circle.friends, 'friends', readFriend),
    titles: list(circle.titles, 'titles', (each, what) => {
      const o = members<sent.CircleTitle>(each, what);
      return { title: string(o.title, `${what}.title`), members: list(o.members, `${what}.members`, readMember) };
    }),
  };
}

function readMember(value: unknown, what: string): Member {
  const o = members<sent.CircleMember>(value, what);
  const whole = (name: Exclude<keyof Member, 'player'>): number => integer(o[name], `${what}.${name}`);
  return {
    player: readPlayer(o.player),
    games: whole('games'),
    wins: whole('wins'),
    placed: whole('placed'),
    places: whole('places'),
    streak: whole('streak'),
    best: whole('best'),
    ahead: whole('ahead'),
    behind: whole('behind'),
  };
}
