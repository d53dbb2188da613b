import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';

/** The spots of a move that the reader's decision does not offer: its stone, or its figure and the stone under it. */
export function spotsOf(move: JsonObject, members: JsonObject): string[] {
  if (typeof move.stone === 'number') return [`stone ${move.stone}`];
  if (typeof move.figure !== 'string') return [];
  const figure = readView(members)?.figures.find((one) => one.figure === move.figure);
  return [`figure ${move.figure}`, ...(figure?.at === 'stone' ? [`stone ${figure.stone}`] : [])];
}
