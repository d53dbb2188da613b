import type { JsonObject } from '../../lib/wire/narrow';
import { readView } from './board/view';

/** The result of a player as text, because the encoded score is not meaningful to people. */
export function resultText(seat: number, view: JsonObject): { key: string; values: JsonObject } {
  const player = readView(view)?.players[seat];
  const values = { rank: player?.rank ?? 0, amulets: player?.amulets.length ?? 0, goods: player?.goods ?? 0 };
  return { key: values.rank > 0 ? 'standing.rank' : 'standing.none', values };
}
