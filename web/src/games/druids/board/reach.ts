/**
 * The stones that a figure can reach by a die, or be put on. For previews only: the server's list of legal moves decides.
 */
import type { Face, View } from '../types.gen';
import { angles } from './layout';
import { figureOf, figuresOn, isDruid } from './view';

/** The shortest path to each stone in reach, by stone: the stones that the figure enters. */
export type Paths = ReadonlyMap<number, readonly number[]>;

/** The largest number of figures on a stone [D3]. */
const room = 2;

/** The numbers of bends of the faces with a path. */
const bendsOf: Readonly<Record<string, number>> = { straight: 0, bend: 1, 'double-bend': 2 };

/** The stones next to a stone: both ways along the ring, then along the spokes. */
interface Links {
  ring: readonly [number, number];
  spokes: readonly number[];
}

function linksOf(view: View, stone: number): Links {
  const first = stone - (stone % angles);
  const spokes = view.spokes.flatMap(([inner = -1, outer = -1]) =>
    inner === stone ? [outer] : outer === stone ? [inner] : [],
  );
  return { ring: [first + ((stone + 1) % angles), first + ((stone + angles - 1) % angles)], spokes };
}

/** The stones next to a stone. */
export function neighbors(view: View, stone: number): number[] {
  const { ring, spokes } = linksOf(view, stone);
  return [...ring, ...spokes];
}

/** Reports whether a figure can be put on a stone: it has room and no pentagram [D3, D33]. */
export function isFree(view: View, stone: number): boolean {
  return view.stones[stone] !== 'pentagram' && figuresOn(view, stone).length < room;
}

/** The stones that a figure can walk to by a die [D24, D25, D26]. */
export function reach(view: View, figure: string, face: Pick<Face, 'shape' | 'pips'>): Paths {
  const from = figureOf(view, figure)?.stone ?? -1;
  const found = new Map<number, number[]>();
  if (from < 0) return found;
  const others = (stone: number): string[] =>
    figuresOn(view, stone)
      .map((one) => one.figure)
      .filter((name) => name !== figure);
  const blocks = (stone: number): boolean => others(stone).some(isDruid);
  const trail: number[] = [];
  const entered = (stone: number): boolean => stone === from || trail.includes(stone);

  function land(stone: number): void {
    if (others(stone).length >= room || (figure === 'morrigan' && view.stones[stone] === 'pentagram')) return;
    if ((found.get(stone)?.length ?? Infinity) > trail.length) found.set(stone, [...trail]);
  }

  /** Takes exactly n steps, with any turns. */
  function steps(at: number, n: number): void {
    for (const to of neighbors(view, at)) {
      if (entered(to)) continue;
      trail.push(to);
      if (n === 1) land(to);
      else if (!blocks(to)) steps(to, n - 1);
      trail.pop();
    }
  }

  /** Takes one or more steps along a ring or spoke, then changes to the other kind of link as often as `bends`. */
  function segment(at: number, next: (stone: number) => number, onRing: boolean, bends: number): void {
    const kept = trail.length;
    for (let to = next(at); to >= 0 && !entered(to); to = next(to)) {
      trail.push(to);
      if (bends === 0) land(to);
      if (blocks(to)) break;
      if (bends > 0) for (const other of ways(!onRing)) segment(to, other, !onRing, bends - 1);
    }
    trail.length = kept;
  }

  /** The two directions along the ring, or inwards and outwards. */
  function ways(onRing: boolean): ((stone: number) => number)[] {
    const spoke = (outwards: boolean) => (stone: number) =>
      linksOf(view, stone).spokes.find((to) => to > stone === outwards) ?? -1;
    if (!onRing) return [spoke(false), spoke(true)];
    return [(stone) => linksOf(view, stone).ring[0], (stone) => linksOf(view, stone).ring[1]];
  }

  if (face.shape === 'pips') steps(from, face.pips);
  else {
    const bends = bendsOf[face.shape];
    if (bends !== undefined)
      for (const onRing of [true, false]) for (const way of ways(onRing)) segment(from, way, onRing, bends);
  }
  return found;
}
