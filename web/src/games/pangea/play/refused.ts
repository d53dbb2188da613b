import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';
import { keyOf } from './spot-shapes';

/** The field of a move that the reader's decision does not offer: that of its tile, of its tribe or of its tower. */
export function spotsOf(move: JsonObject, members: JsonObject): string[] {
  const view = readView(members);
  const tile =
    typeof move.tile === 'number'
      ? move.tile
      : view?.peoples.flatMap(({ tribes }) => tribes).find(({ id }) => id === move.tribe)?.tile;
  const field = tile === undefined ? undefined : view?.tiles[tile]?.field;
  return field === undefined ? [] : [keyOf({ field })];
}
