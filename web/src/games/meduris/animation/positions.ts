import {
  buildingPosition,
  druidPosition,
  runePosition,
  scorePosition,
  screenPosition,
  stockPosition,
  workerPosition,
  type Material,
  type Point,
} from '../board/layout';
import type { Place, View } from '../types.gen';

/** The board positions of the things in a view. */
export class Positions {
  constructor(private readonly view: View) {}

  stock(material: string): Point {
    return stockPosition(material as Material);
  }

  worker(plateau: string, height: number): Point {
    return workerPosition(plateau as Material, height);
  }

  /** The position of the next worker on a plateau. */
  top(plateau: string): Point {
    return this.worker(plateau, this.view.plateaus[plateau as Material].length + 1);
  }

  screen(seat: number): Point {
    return screenPosition(seat);
  }

  building(field: number): Point {
    return buildingPosition(this.view.fields.length, field);
  }

  druid(place: Place): Point {
    return druidPosition(this.view.fields.length, place);
  }

  rune(region: number): Point {
    return runePosition(
      this.view.fields.map((field) => field.region),
      region,
    );
  }

  score(seat: number, more: number): Point {
    return scorePosition((this.view.players.find((one) => one.seat === seat)?.points ?? 0) + more);
  }

  /** The fields of the settlement beside a field, in one direction; `step` is 1 clockwise, -1 counterclockwise. */
  settlement(field: number, step: 1 | -1): number[] {
    const { length } = this.view.fields;
    const found: number[] = [];
    for (let at = wrap(field + step, length); at !== field; at = wrap(at + step, length)) {
      if ((this.view.fields[at]?.hut ?? -1) < 0) break;
      found.push(at);
    }
    return found;
  }
}

function wrap(at: number, length: number): number {
  return (at + length) % length;
}
