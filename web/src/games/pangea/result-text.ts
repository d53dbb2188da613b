import type { JsonObject } from '../../lib/wire/narrow';
import { readView } from './board/view';

/** What a player has come to, in words: the score is made of it, but no number that people would read. */
export function resultText(seat: number, view: JsonObject): { key: string; values: JsonObject } {
  const player = readView(view)?.players[seat];
  const values = { rank: player?.rank ?? 0, amulets: player?.amulets.length ?? 0, goods: player?.goods ?? 0 };
  return { key: values.rank > 0 ? 'standing.rank' : 'standing.none', values };
}
