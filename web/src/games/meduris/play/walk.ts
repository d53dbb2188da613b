/** The druid's next walk, as the effects of a move name it. */
import type { Effects } from '../../../lib/board/effects';

export interface Walk {
  /** The stone of his path that he steps to; then he visits no hut. */
  stone?: number;
  /** The fields that he enters, in order. */
  path: number[];
  /** The huts whose owners he asks, in order. */
  stops: { field: number; seat: number }[];
  /** The points that an offering of both materials gives at each stop. */
  points: number;
  /** He crosses the river, and rune stones score. */
  river: boolean;
  /** The points of the players with rune stones if he crosses it. */
  gains: { seat: number; n: number }[];
}

/** The walk after a move; null if its effects name none. */
export function walkOf(effects: Effects): Walk | null {
  const stone = effects.first('stone');
  if (!stone && !effects.has('walk') && !effects.has('rest')) return null;
  return {
    ...(stone ? { stone: stone.whole('no') } : {}),
    path: effects.first('walk')?.list('fields') ?? [],
    stops: effects.of('stop').map((stop) => ({ field: stop.whole('field'), seat: stop.whole('seat') })),
    points: effects.first('offering')?.whole('points') ?? 0,
    river: effects.has('river'),
    gains: effects.of('runes').map((gain) => ({ seat: gain.whole('seat'), n: gain.whole('n') })),
  };
}
