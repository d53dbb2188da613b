import type { Point } from '../../../lib/animation/motion';
import { deckPosition, figurePositions, middle, onStone, shieldPosition, size, type Placement } from '../board/layout';
import type { View } from '../types.gen';

/** The board positions of the things in a view. */
export class Positions {
  private readonly spots: Map<string, Placement>;

  constructor(private readonly view: View) {
    this.spots = figurePositions(view);
  }

  figure(name: string): Placement {
    return this.spots.get(name) ?? { ...middle, scale: 1 };
  }

  /** The position of a figure that passes over a stone. */
  stone(stone: number): Point {
    return onStone(stone);
  }

  /** The shield of a seat, which shows the number of cards. */
  hand(seat: number): Point {
    return shieldPosition(seat, this.view.players.length);
  }

  deck(): Point {
    return deckPosition;
  }

  /** The position of the `i`-th of `of` revealed cards. */
  shown(i: number, of: number): Point {
    return { x: middle.x + (i - (of - 1) / 2) * 96, y: 380 };
  }

  /** The position of a seat's points during scoring: in front of the tree, side by side. */
  count(seat: number): Point {
    const seats = this.view.players.length;
    return { x: middle.x + (seat - (seats - 1) / 2) * Math.min(150, (size * 0.7) / seats), y: 400 };
  }

  /** The figures in the center, of one seat or of all. */
  gathered(seat?: number): string[] {
    return this.view.figures
      .filter((one) => one.at === 'center' && (seat === undefined || one.seat === seat))
      .map(({ figure }) => figure);
  }
}
