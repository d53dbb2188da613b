/** The stones that a figure could come to by the moves that the reader looks at. */
import type { Move } from '../../../lib/wire/game';
import { isFree, neighbors, reach, type Paths } from '../board/reach';
import { figureOf } from '../board/view';
import type { View } from '../types.gen';

/** The stones in reach of a figure. */
export interface Reach {
  figure: string;
  /** The die; -1 if the figure is put on the stone, without a path. */
  die: number;
  paths: Paths;
}

/** The reach of the figures of these moves. Moves that put one of several figures anywhere show nothing. */
export function reachesOf(view: View, kind: string, moves: readonly Move[]): Reach[] {
  if (kind === 'use') {
    return moves.flatMap((move) => {
      const [figure, die] = [String(move.figure), Number(move.die)];
      const face = view.turn.dice?.[die];
      return face ? [{ figure, die, paths: reach(view, figure, face) }] : [];
    });
  }
  const put = moves.flatMap((move): Reach[] => {
    const stones = putStones(view, kind, move);
    return stones ? [{ figure: String(move.figure), die: -1, paths: new Map(stones.map((stone) => [stone, []])) }] : [];
  });
  const [first] = put;
  const same = put.length === moves.length && put.every(({ paths }) => sameStones(paths, first?.paths));
  return first && same ? [first] : [];
}

/** The stones that the figure of a move can be put on next; undefined if the move puts none [D11, D23, D33, D60]. */
export function putStones(view: View, kind: string, move: Move): number[] | undefined {
  const free = view.stones.map((_, stone) => stone).filter((stone) => isFree(view, stone));
  const at = figureOf(view, String(move.figure))?.stone ?? -1;
  const spirit = (stone: number): boolean => view.stones[stone] === 'spirit';
  if (kind === 'turn' && (move.do === 'call' || move.card === 'calling')) return free.filter(spirit);
  if ((kind === 'turn' && move.card === 'mist') || (kind === 'magic' && move.do === 'shift'))
    return free.filter((stone) => stone !== at);
  if (kind !== 'landing' || move.do !== 'summon') return undefined;
  const near = neighbors(view, figureOf(view, view.turn.landed)?.stone ?? -1);
  return free.filter((stone) => near.includes(stone));
}

function sameStones(one: Paths, other: Paths | undefined): boolean {
  return one.size === other?.size && [...one.keys()].every((stone) => other.has(stone));
}

/** The numbers of stones in reach, by symbol. */
export function countSymbols(view: View, paths: Paths): { symbol: string; n: number }[] {
  return ['pentagram', 'plant', 'spirit', 'empty']
    .map((symbol) => ({ symbol, n: [...paths.keys()].filter((stone) => view.stones[stone] === symbol).length }))
    .filter(({ n }) => n > 0);
}
