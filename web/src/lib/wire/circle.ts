import { integer, string } from './narrow';
import { readPlayer } from './player';
import { listOf, member, oneOf, type Read, shape } from './shape';
import type * as sent from './types.gen';

const readState = oneOf(['friend', 'asks', 'asked']);

/** "asks": the reader has to answer. "asked": the other person has. */
export type FriendState = Read<typeof readState>;

const readFriend = shape<sent.Friend>()({ player: readPlayer, state: readState });

/** Another person as the reader sees them. */
export type Friend = Read<typeof readFriend>;

const readMember = shape<sent.CircleMember>()({
  player: readPlayer,
  games: integer,
  wins: integer,
  /** The number of games with a place, and the sum of these places. */
  placed: integer,
  places: integer,
  /** Wins in a row up to the last game, and the longest such row. */
  streak: integer,
  best: integer,
  /** Games in which the reader was better than this friend, and the other way round. */
  ahead: integer,
  behind: integer,
});

/** The figures of one person in the games that the reader and their friends finished together. */
export type Member = Read<typeof readMember>;

export const readCircle = shape<sent.Circle>()({
  friends: listOf(readFriend),
  titles: listOf(shape<sent.CircleTitle>()({ title: string, members: listOf(readMember) })),
});

/** The friends of the reader, and the figures of each title; the reader's come first. */
export type Circle = Read<typeof readCircle>;

/** Reads those who ask, the friends, and those who were asked, in this order. */
export const readFriends = member<sent.FriendList>()('friends', listOf(readFriend));

export const readFriendState = member<sent.FriendAnswer>()('state', readState);
