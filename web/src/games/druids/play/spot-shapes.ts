/** The outlines of the spots for highlighting, hit testing and keyboard navigation. */
import {
  centerPosition,
  centerReach,
  deckPosition,
  diePosition,
  discardPosition,
  figurePositions,
  playedPosition,
  shieldPosition,
  stoneReach,
  stonePosition,
  type Point,
} from '../board/layout';
import { box, oval } from '../../../lib/board/svg-paths';
import type { Spot as Drawn } from '../../../lib/board/spots';
import type { View } from '../types.gen';
import type { Spot } from './selections';

export interface SpotShape extends Drawn {
  key: Spot;
  middle: Point;
}

function boxed(key: Spot, middle: Point, wide: number, high: number): SpotShape {
  return { key, middle, glow: box(middle, wide, high), hit: box(middle, wide + 6, high + 6) };
}

/** The outline of the place of spirits, around the niches and clear of the stones. */
const hill = 'M690 18H984V336H908V226L846 200 782 122 742 100H690z';

/** All spots, the ground before the figures. The dice are one spot to roll, and two to use. */
export function spotShapes(view: View): SpotShape[] {
  const stones = view.stones.map((_, stone): SpotShape => {
    const middle = stonePosition(stone);
    return {
      key: `stone ${stone}`,
      middle,
      glow: oval(middle, stoneReach.x + 2, stoneReach.y + 2),
      hit: oval(middle, stoneReach.x + 7, stoneReach.y + 13),
    };
  });
  const table: SpotShape[] = [
    { key: 'spirits', middle: { x: 870, y: 120 }, glow: hill, hit: hill },
    {
      key: 'tree',
      middle: { x: 500, y: 420 },
      glow: box({ x: 500, y: 412 }, 96, 74, 60),
      hit: box({ x: 500, y: 412 }, 96, 74, 60),
    },
    {
      key: 'center',
      middle: centerPosition,
      glow: oval(centerPosition, centerReach.x, centerReach.y),
      hit: oval(centerPosition, centerReach.x, centerReach.y),
    },
    boxed('deck', deckPosition, 40, 54),
    boxed('discard', discardPosition, 40, 54),
    ...(view.card ? [boxed('played', playedPosition, 42, 57)] : []),
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
  return [...stones, ...table, ...figures];
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

/**
 * The spots that the reader can point at. A figure that cannot be chosen covers no stone that can, and the dice are one spot or two,
 * depending on the choice.
 */
export function openSpots(view: View, chosen: (spot: Spot) => boolean): SpotShape[] {
  const covers = new Set(
    view.figures
      .filter(({ figure, at, stone }) => at === 'stone' && chosen(`stone ${stone}`) && !chosen(`figure ${figure}`))
      .map(({ figure }) => `figure ${figure}`),
  );
  const roll = chosen('dice');
  return spotShapes(view).filter(({ key }) => !covers.has(key) && (roll ? !key.startsWith('die ') : key !== 'dice'));
}
