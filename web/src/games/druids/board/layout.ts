/**
 * Positions on the board as data and pure functions; the only source of positions. The position of a figure is its feet; all other
 * positions are centers.
 */
import type { FigureView, View } from '../types.gen';

export interface Point {
  x: number;
  y: number;
}

/** The position and scale of a figure. */
export interface Placement extends Point {
  scale: number;
}

/** The width and height of the board in board units. All positions are in board units. */
export const size = 1000;

/** The center of the three rings. */
export const middle: Point = { x: 500, y: 506 };

/** The number of stones in a ring, and the radius of each ring from the inside out. */
export const angles = 12;
export const radii = [206, 310, 414] as const;

/** The half width and half height of a stone. */
export const stoneReach: Point = { x: 46, y: 39 };

/** Converts polar coordinates: the angle in twelfths clockwise from the top, and the distance from the middle. */
function polar(angle: number, radius: number): Point {
  const turn = (angle / angles) * 2 * Math.PI;
  return { x: middle.x + radius * Math.sin(turn), y: middle.y - radius * Math.cos(turn) };
}

/** The center of a stone. */
export function stonePosition(stone: number): Point {
  return polar(stone % angles, radii[Math.floor(stone / angles)] ?? 0);
}

/** The position of a stone's symbol, in front of a figure on the stone. */
export function symbolPosition(stone: number): Point {
  const { x, y } = stonePosition(stone);
  return { x, y: y + 14 };
}

/** The position of a stone's number, beside its symbol, where no figure stands. */
export function stoneNumberPosition(stone: number): Point {
  const { x, y } = stonePosition(stone);
  return { x: x + 30, y: y + 17 };
}

/** The position of a figure on a stone: number `place` (from 0) of `of` figures. */
export function onStone(stone: number, place = 0, of = 1): Placement {
  const { x, y } = stonePosition(stone);
  return { x: x + (of > 1 ? (place - (of - 1) / 2) * 43 : 0), y: y + (of > 1 ? 2 : -2), scale: of > 1 ? 0.96 : 1.14 };
}

/** The center, and the positions of the figures in it. The vote begins with the fifth figure, so there are never more. */
export const centerPosition: Point = { x: 500, y: 560 };
export const centerReach: Point = { x: 132, y: 68 };
export const needed = 5;
export function gatheredPosition(place: number): Placement {
  const [dx, dy] = hollows[place] ?? [0, 0];
  return { x: centerPosition.x + dx, y: centerPosition.y + dy, scale: 0.92 };
}

const hollows = [
  [-94, -14],
  [-52, 22],
  [0, 38],
  [52, 22],
  [94, -14],
] as const;

/** The positions of the druids before their first turn, at the foot of the tree. */
function treePosition(place: number, of: number): Placement {
  return { x: 500 + (place - (of - 1) / 2) * 46, y: 480, scale: 0.9 };
}

/** The spirits in the order of their niches. */
export const spirits = [
  'belenus',
  'grannus',
  'sulis',
  'dwarf-king',
  'morrigan',
  'arianrhod',
  'cerridwen',
  'nantosuelta',
] as const;

export function nichePosition(figure: string): Placement {
  const [x, y] = niches[Math.max(0, (spirits as readonly string[]).indexOf(figure))] ?? [0, 0];
  return { x, y, scale: 0.82 };
}

const niches = [
  [722, 74],
  [778, 84],
  [834, 86],
  [890, 92],
  [942, 134],
  [890, 166],
  [942, 212],
  [938, 290],
] as const;

/** The deck, the discard pile and the card in play, in the upper left corner. */
export const deckPosition: Point = { x: 68, y: 92 };
export const discardPosition: Point = { x: 154, y: 92 };
export const playedPosition: Point = { x: 90, y: 214 };

/** The dice, in the lower right corner. */
export function diePosition(die: number): Point {
  return { x: 852 + die * 84, y: 930 };
}

/** A player's shield in the lower left corner, of `of` shields. */
export function shieldPosition(seat: number, of: number): Point {
  return { x: 78, y: 968 - (of - 1 - seat) * 44 };
}

export function figurePositions(view: View): Map<string, Placement> {
  const spots = new Map<string, Placement>();
  const at = (kind: string): FigureView[] => view.figures.filter((figure) => figure.at === kind);
  for (const { figure } of at('spirits')) spots.set(figure, nichePosition(figure));
  at('tree').forEach(({ figure }, i, all) => spots.set(figure, treePosition(i, all.length)));
  at('center').forEach(({ figure }, i) => spots.set(figure, gatheredPosition(i)));
  const standing = at('stone');
  for (const { figure, stone } of standing) {
    const here = standing.filter((other) => other.stone === stone);
    const place = here.findIndex((other) => other.figure === figure);
    spots.set(figure, onStone(stone, place, here.length));
  }
  return spots;
}
