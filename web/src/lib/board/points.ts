import type { TitleClient } from '../../games/contract';
import { isObject, type JsonObject } from '../wire/narrow';

/** A seat's points, if the title names their member of the view; otherwise undefined. */
export function pointsOf(title: TitleClient, view: JsonObject, seat: number): number | undefined {
  const list = title.points && view[title.points.list];
  if (!title.points || !Array.isArray(list)) return undefined;
  const row = list.filter(isObject).find((item) => item.seat === seat);
  const points = row?.[title.points.member];
  return typeof points === 'number' ? points : undefined;
}
