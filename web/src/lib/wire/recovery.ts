import { integer, list, members, oneOf, optionalString, string } from './narrow';
import { readPlayer, type Player } from './player';
import type * as sent from './types.gen';

const recoveryStates = ['open', 'moved', 'ended', 'reversed'] as const;

/** The claim of a person that a seat is theirs. */
export interface Recovery {
  id: string;
  table: string;
  title: string;
  seat: number;
  state: (typeof recoveryStates)[number];
  by: Player;
  holder: Player;
  /** The seats whose players confirmed it. */
  confirmed: number[];
  needed: number;
  /** When the seat moves unless its player objects. */
  movesAt?: string;
  createdAt: string;
}

export function readRecovery(value: unknown, what = 'recovery'): Recovery {
  const o = members<sent.Recovery>(value, what);
  const moves = optionalString(o.movesAt, `${what}.movesAt`);
  return {
    id: string(o.id, `${what}.id`),
    table: string(o.table, `${what}.table`),
    title: string(o.title, `${what}.title`),
    seat: integer(o.seat, `${what}.seat`),
    state: oneOf(o.state, `${what}.state`, recoveryStates),
    by: readPlayer(o.by, `${what}.by`),
    holder: readPlayer(o.holder, `${what}.holder`),
    confirmed: list(o.confirmed, `${what}.confirmed`, integer),
    needed: integer(o.needed, `${what}.needed`),
    ...(moves ? { movesAt: moves } : {}),
    createdAt: string(o.createdAt, `${what}.createdAt`),
  };
}

export function readRecoveries(value: unknown): Recovery[] {
  return list(members<sent.RecoveryList>(value, 'answer').recoveries, 'recoveries', readRecovery);
}

export function readRecoveryAnswer(value: unknown): Recovery {
  return readRecovery(members<sent.RecoveryAnswer>(value, 'answer').recovery);
}
