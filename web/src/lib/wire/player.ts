import { string } from './narrow';
import { shape, type Read } from './shape';
import type * as sent from './types.gen';

export const readPlayer = shape<sent.Player>()({ id: string, name: string });

/** A person; the name of an erased player is empty. */
export type Player = Read<typeof readPlayer>;
