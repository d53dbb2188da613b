import type { Point } from '../../../lib/animation/motion';
import { deckPosition, figurePositions, middle, onStone, shieldPosition, size, type Placement } from '../board/layout';
import type { View } from '../types.gen';

/** Where things of a view are on the board. */
export class Positions {
  private readonly spots: Map<string, Placement>;

  constructor(private readonly view: View) {
    this.spots = figurePositions(view);
  }

  figure(name: string): Placement {
    return this.spots.get(name) ?? { ...middle, scale: 1 };
  }

  /** Where somebody passing over a stone puts the feet. */
  stone(stone: number): Point {
    return onStone(stone);
  }

  /** The shield with the hand of a seat. */
  hand(seat: number): Point {
    return shieldPosition(seat, this.view.players.length);
  }

  deck(): Point {
    return deckPosition;
  }

  /** Where the `i`-th of `of` cards is held up for all to see. */
  shown(i: number, of: number): Point {
    return { x: middle.x + (i - (of - 1) / 2) * 96, y: 380 };
  }

  /** Where the points of a seat rise to be read: in front of the tree, side by side. */
  count(seat: number): Point {
    const seats = this.view.players.length;
    return { x: middle.x + (seat - (seats - 1) / 2) * Math.min(150, (size * 0.7) / seats), y: 400 };
  }

  /** Whose figures stand at the place of decision. */
  gathered(seat?: number): string[] {
    return this.view.figures
      .filter((one) => one.at === 'center' && (seat === undefined || one.seat === seat))
      .map(({ figure }) => figure);
  }
}
