import { integer, string } from './narrow';
import { readPlayer } from './player';
import { listOf, maybe, member, oneOf, type Read, shape } from './shape';
import type * as sent from './types.gen';

const readRecovery = shape<sent.Recovery>()({
  id: string,
  table: string,
  title: string,
  seat: integer,
  state: oneOf(['open', 'moved', 'ended', 'reversed']),
  by: readPlayer,
  holder: readPlayer,
  /** The seats whose players confirmed it. */
  confirmed: listOf(integer),
  needed: integer,
  /** When the seat moves unless its player objects. */
  movesAt: maybe(string),
  createdAt: string,
});

/** The claim of a person that a seat is theirs. */
export type Recovery = Read<typeof readRecovery>;

export const listedRecoveries = listOf(readRecovery);

export const readRecoveries = member<sent.RecoveryList>()('recoveries', listedRecoveries);

export const readRecoveryAnswer = member<sent.RecoveryAnswer>()('recovery', readRecovery);
