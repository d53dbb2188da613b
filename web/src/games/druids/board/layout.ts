/**
 * Where everything on the board is: data and pure functions, so that whatever is drawn or moved over the board finds its place
 * here and nowhere else. Places of figures are where their feet stand; all others are the middle of what is there.
 */
import type { FigureView, View } from '../types.gen';

/** A place on the board. */
export interface Point {
  x: number;
  y: number;
}

/** A figure's place, and how large it is drawn there. */
export interface Placement extends Point {
  scale: number;
}

/** The board is a square of this many units; every place here is in them. */
export const size = 1000;

/** The middle of the three rings. */
export const middle: Point = { x: 500, y: 506 };

/** How many stones a ring has, and how far each ring is from the middle: the inner one first. */
export const angles = 12;
export const radii = [206, 310, 414] as const;

/** How far a stone reaches from its middle, to the sides and up and down. */
export const stoneReach: Point = { x: 46, y: 39 };

/** A place at an angle (0 is the top, in twelfths, clockwise) and a distance from the middle. */
export function polar(angle: number, radius: number): Point {
  const turn = (angle / angles) * 2 * Math.PI;
  return { x: middle.x + radius * Math.sin(turn), y: middle.y - radius * Math.cos(turn) };
}

/** The middle of a stone. */
export function stonePosition(stone: number): Point {
  return polar(stone % angles, radii[Math.floor(stone / angles)] ?? 0);
}

/** Where the symbol of a stone is carved: in front of who stands there. */
export function symbolPosition(stone: number): Point {
  const { x, y } = stonePosition(stone);
  return { x, y: y + 14 };
}

/** Where a figure stands on a stone, as the `place`-th (from 0) of `of` who are there. */
export function onStone(stone: number, place = 0, of = 1): Placement {
  const { x, y } = stonePosition(stone);
  return { x: x + (of > 1 ? (place - (of - 1) / 2) * 43 : 0), y: y + (of > 1 ? 2 : -2), scale: of > 1 ? 0.96 : 1.14 };
}

/** The place of decision, and where the figures that have come to it stand: five begin the vote, more never come. */
export const centerPosition: Point = { x: 500, y: 560 };
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

/** Where the druids wait before their first turn: at the foot of the tree. */
export function treePosition(place: number, of: number): Placement {
  return { x: 500 + (place - (of - 1) / 2) * 46, y: 480, scale: 0.9 };
}

/** The spirits in the order of their niches in the place of spirits. */
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

/** The middle of the place of spirits, in the corner at the upper right. */
export const spiritsPosition: Point = { x: 882, y: 118 };

/** The niche of a spirit in its place. */
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

/** The deck and the discard pile, in the corner at the upper left, and the card in play between them. */
export const deckPosition: Point = { x: 68, y: 92 };
export const discardPosition: Point = { x: 154, y: 92 };
export const playedPosition: Point = { x: 90, y: 214 };

/** The dice, in the corner at the lower right. */
export function diePosition(die: number): Point {
  return { x: 852 + die * 84, y: 930 };
}

/** The shield of a player in the corner at the lower left, with the backs of the hand: by its place among `of`. */
export function shieldPosition(seat: number, of: number): Point {
  return { x: 78, y: 968 - (of - 1 - seat) * 44 };
}

/** Where every figure of a view stands; `other` as the view, but for what a story moves by itself. */
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
