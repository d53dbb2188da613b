import { members, string } from './narrow';
import type * as sent from './types.gen';

/** A person; the name of an erased player is empty. */
export interface Player {
  id: string;
  name: string;
}

export function readPlayer(value: unknown, what = 'player'): Player {
  const o = members<sent.Player>(value, what);
  return { id: string(o.id, `${what}.id`), name: string(o.name, `${what}.name`) };
}
