/** The outlines of the spots for highlighting, hit testing and keyboard navigation. */
import {
  deckPosition,
  diePosition,
  discardPosition,
  figurePositions,
  shieldPosition,
  stoneReach,
  stonePosition,
  type Point,
} from '../board/layout';
import { box, oval } from '../../../lib/board/svg-paths';
import type { Spot as Drawn } from '../../../lib/board/spots';
import type { View } from '../types.gen';
import type { Spot } from './selections';

/** A spot with its outlines. */
export interface SpotShape extends Drawn {
  key: Spot;
  middle: Point;
}

function boxed(key: Spot, middle: Point, wide: number, high: number): SpotShape {
  return { key, middle, glow: box(middle, wide, high), hit: box(middle, wide + 6, high + 6) };
}

/** All spots, the ground before the figures: always the stones, and the other spots that are `wanted`. */
export function spotShapes(view: View, wanted: (spot: Spot) => boolean): SpotShape[] {
  const stones = view.stones.map((_, stone): SpotShape => {
    const middle = stonePosition(stone);
    return {
      key: `stone ${stone}`,
      middle,
      glow: oval(middle, stoneReach.x + 2, stoneReach.y + 2),
      hit: oval(middle, stoneReach.x + 7, stoneReach.y + 13),
    };
  });
  const table = [
    boxed('deck', deckPosition, 40, 54),
    boxed('discard', discardPosition, 40, 54),
    boxed('dice', { x: (diePosition(0).x + diePosition(1).x) / 2, y: diePosition(0).y }, 86, 44),
    ...[0, 1].map((die) => boxed(`die ${die}`, diePosition(die), 40, 42)),
    ...view.players.map(({ seat }) => boxed(`shield ${seat}`, shieldPosition(seat, view.players.length), 64, 21)),
  ];
  const spots = figurePositions(view);
  const figures = view.figures.map(({ figure }): SpotShape => {
    const { x, y, scale } = spots.get(figure) ?? { x: 0, y: 0, scale: 1 };
    const middle = { x, y: y - 30 * scale };
    return {
      key: `figure ${figure}`,
      middle,
      glow: box(middle, 25 * scale, 40 * scale, 18 * scale),
      hit: box(middle, 27 * scale, 44 * scale, 10),
    };
  });
  return [...stones, ...[...table, ...figures].filter(({ key }) => key === 'discard' || wanted(key))];
}

/** The nearest spot in the direction of an arrow key, with a penalty for the angle. */
export function nextSpot(shapes: readonly SpotShape[], from: SpotShape, arrow: string): SpotShape | undefined {
  const turns = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].indexOf(arrow);
  if (turns < 0) return undefined;
  const far = shapes
    .filter(({ key }) => key !== from.key)
    .map((shape) => {
      const [dx, dy] = [shape.middle.x - from.middle.x, shape.middle.y - from.middle.y];
      const off = Math.abs(Math.atan2(dy, dx) - (turns * Math.PI) / 2);
      const turn = Math.min(off, 2 * Math.PI - off);
      return { shape, turn, cost: Math.hypot(dx, dy) * (1 + 2 * turn) };
    })
    .filter(({ turn }) => turn < 1.1);
  return far.sort((a, b) => a.cost - b.cost)[0]?.shape;
}
