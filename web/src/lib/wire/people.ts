import { integer, string } from './narrow';
import { readPlayer } from './player';
import { flag, listOf, maybe, member, moment, oneOf, type Read, shape, text } from './shape';
import { ends, readTable } from './table';
import type * as sent from './types.gen';

export const shownTo = ['everybody', 'companions', 'nobody'] as const;

/** The people who may see a player's finished games. */
export type ShownTo = (typeof shownTo)[number];

export const readShownTo = member<sent.Me>()('history', oneOf(shownTo));

/** Reads the end of the reader's last vacation, in milliseconds since 1970. */
export const readVacation = member<sent.Me>()('vacation', maybe(moment));

const readFigures = shape<sent.Figures>()({
  title: string,
  seats: integer,
  /** All other seats were bots'. */
  bots: flag,
  games: integer,
  wins: integer,
  /** The number of games whose points count, their sum, and the best of them. */
  scored: integer,
  points: integer,
  best: integer,
});

/** The figures of a player for one title and one number of seats. */
export type Figures = Read<typeof readFigures>;

export const readProfile = shape<sent.Profile>()({ player: readPlayer, figures: listOf(readFigures) });

export type Profile = Read<typeof readProfile>;

const readGameSeat = shape<sent.GameSeat>()({
  /** The reader may not know this seat. */
  hidden: flag,
  color: text,
  /** Absent for a bot. */
  player: maybe(readPlayer),
  /** The level of a bot; empty for a person. */
  bot: text,
  points: integer,
  won: flag,
  conceded: flag,
  standIn: flag,
  handedOver: flag,
});

export type GameSeat = Read<typeof readGameSeat>;

const readGame = shape<sent.Game>()({
  /** Absent if the reader may not see the table. */
  table: maybe(string),
  title: string,
  finishedAt: string,
  ended: maybe(oneOf(ends)),
  seats: listOf(readGameSeat),
});

export type Game = Read<typeof readGame>;

export const readGames = shape<sent.GameList>()({ games: listOf(readGame), next: maybe(string) });

export type GamePage = Read<typeof readGames>;

/** The head to head of two players, by title. */
export const readVersus = shape<sent.Versus>()({
  player: readPlayer,
  other: readPlayer,
  titles: listOf(shape<sent.HeadToHead>()({ title: string, games: integer, wins: integer, otherWins: integer })),
});

export type Versus = Read<typeof readVersus>;

const readCompanion = shape<sent.Companion>()({ player: readPlayer, games: integer, lastAt: string });

/** A person with whom the reader finished games. */
export type Companion = Read<typeof readCompanion>;

export const readCompanions = member<sent.CompanionList>()('companions', listOf(readCompanion));

const readInvitation = shape<sent.Invitation>()({
  from: readPlayer,
  table: readTable,
  /** The code of a private table. */
  invite: maybe(string),
});

export type Invitation = Read<typeof readInvitation>;

export const readInvitations = member<sent.InvitationList>()('invitations', listOf(readInvitation));

const readInvitedPlayer = shape<sent.InvitedPlayer>()({
  player: readPlayer,
  /** Empty without an answer. */
  answer: text,
});

export type Invited = Read<typeof readInvitedPlayer>;

export const readInvited = member<sent.InvitedList>()('invited', listOf(readInvitedPlayer));

export const readBlocked = member<sent.BlockedList>()('players', listOf(readPlayer));
