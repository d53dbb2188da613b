import { integer, list, members, oneOf, optionalString, string } from './narrow';
import { ends, readPlayer, readTable, type Ended, type Player, type Table } from './table';
import type * as sent from './types.gen';

export const shownTo = ['everybody', 'companions', 'nobody'] as const;

/** The people who may see a player's finished games. */
export type ShownTo = (typeof shownTo)[number];

/** The figures of a player for one title and one number of seats. */
export interface Figures {
  title: string;
  seats: number;
  /** All other seats were bots'. */
  bots: boolean;
  games: number;
  wins: number;
  /** The number of games whose points count, their sum, and the best of them. */
  scored: number;
  points: number;
  best: number;
}

export interface Profile {
  player: Player;
  figures: Figures[];
}

export interface GameSeat {
  /** The reader may not know this seat. */
  hidden: boolean;
  color: string;
  /** Absent for a bot. */
  player?: Player;
  /** The level of a bot; empty for a person. */
  bot: string;
  points: number;
  won: boolean;
  conceded: boolean;
  standIn: boolean;
  handedOver: boolean;
}

export interface Game {
  /** Absent if the reader may not see the table. */
  table?: string;
  title: string;
  finishedAt: string;
  ended?: Ended;
  seats: GameSeat[];
}

export interface GamePage {
  games: Game[];
  next?: string;
}

/** The games of two players of one title. */
export interface HeadToHead {
  title: string;
  games: number;
  wins: number;
  otherWins: number;
}

/** The head to head of two players. */
export interface Versus {
  player: Player;
  other: Player;
  titles: HeadToHead[];
}

/** A person with whom the reader finished games. */
export interface Companion {
  player: Player;
  games: number;
  lastAt: string;
}

export interface Invitation {
  from: Player;
  table: Table;
  /** The code of a private table. */
  invite?: string;
}

export interface Invited {
  player: Player;
  /** Empty without an answer. */
  answer: string;
}

export function readShownTo(value: unknown): ShownTo {
  return oneOf(members<sent.Me>(value, 'answer').history, 'history', shownTo);
}

/** Reads the end of the reader's last vacation, in milliseconds since 1970. */
export function readVacation(value: unknown): number | undefined {
  const { vacation } = members<sent.Me>(value, 'answer');
  return vacation === undefined ? undefined : Date.parse(string(vacation, 'vacation'));
}

function readFigures(value: unknown, what: string): Figures {
  const o = members<sent.Figures>(value, what);
  return {
    title: string(o.title, `${what}.title`),
    seats: integer(o.seats, `${what}.seats`),
    bots: o.bots === true,
    games: integer(o.games, `${what}.games`),
    wins: integer(o.wins, `${what}.wins`),
    scored: integer(o.scored, `${what}.scored`),
    points: integer(o.points, `${what}.points`),
    best: integer(o.best, `${what}.best`),
  };
}

export function readProfile(value: unknown): Profile {
  const o = members<sent.Profile>(value, 'answer');
  return { player: readPlayer(o.player), figures: list(o.figures, 'figures', readFigures) };
}

function readGameSeat(value: unknown, what: string): GameSeat {
  const o = members<sent.GameSeat>(value, what);
  return {
    hidden: o.hidden === true,
    color: string(o.color ?? '', `${what}.color`),
    ...(o.player === undefined ? {} : { player: readPlayer(o.player) }),
    bot: string(o.bot ?? '', `${what}.bot`),
    points: integer(o.points, `${what}.points`),
    won: o.won === true,
    conceded: o.conceded === true,
    standIn: o.standIn === true,
    handedOver: o.handedOver === true,
  };
}

function readGame(value: unknown, what: string): Game {
  const o = members<sent.Game>(value, what);
  const table = optionalString(o.table, `${what}.table`);
  return {
    ...(table ? { table } : {}),
    title: string(o.title, `${what}.title`),
    finishedAt: string(o.finishedAt, `${what}.finishedAt`),
    ...(o.ended === undefined || o.ended === '' ? {} : { ended: oneOf(o.ended, `${what}.ended`, ends) }),
    seats: list(o.seats, `${what}.seats`, readGameSeat),
  };
}

export function readGames(value: unknown): GamePage {
  const o = members<sent.GameList>(value, 'answer');
  const next = optionalString(o.next, 'next');
  return { games: list(o.games, 'games', readGame), ...(next ? { next } : {}) };
}

export function readVersus(value: unknown): Versus {
  const o = members<sent.Versus>(value, 'answer');
  const titles = list(o.titles, 'titles', (each, what) => {
    const h = members<sent.HeadToHead>(each, what);
    return {
      title: string(h.title, `${what}.title`),
      games: integer(h.games, `${what}.games`),
      wins: integer(h.wins, `${what}.wins`),
      otherWins: integer(h.otherWins, `${what}.otherWins`),
    };
  });
  return { player: readPlayer(o.player), other: readPlayer(o.other), titles };
}

export function readCompanions(value: unknown): Companion[] {
  return list(members<sent.CompanionList>(value, 'answer').companions, 'companions', (each, what) => {
    const o = members<sent.Companion>(each, what);
    return {
      player: readPlayer(o.player),
      games: integer(o.games, `${what}.games`),
      lastAt: string(o.lastAt, `${what}.lastAt`),
    };
  });
}

export function readInvitations(value: unknown): Invitation[] {
  return list(members<sent.InvitationList>(value, 'answer').invitations, 'invitations', (each, what) => {
    const o = members<sent.Invitation>(each, what);
    const invite = optionalString(o.invite, `${what}.invite`);
    return { from: readPlayer(o.from), table: readTable(o.table), ...(invite ? { invite } : {}) };
  });
}

export function readInvited(value: unknown): Invited[] {
  return list(members<sent.InvitedList>(value, 'answer').invited, 'invited', (each, what) => {
    const o = members<sent.InvitedPlayer>(each, what);
    return { player: readPlayer(o.player), answer: string(o.answer ?? '', `${what}.answer`) };
  });
}

export function readBlocked(value: unknown): Player[] {
  return list(members<sent.BlockedList>(value, 'answer').players, 'players', (each) => readPlayer(each));
}
