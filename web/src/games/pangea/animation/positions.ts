import type { Point } from '../../../lib/animation/motion';
import {
  crowd,
  fieldPosition,
  gemPosition,
  goodsPosition,
  plateMiddle,
  spellPosition,
  towerPosition,
  tribePosition,
} from '../board/layout';
import { gems, tribeOf, tribesOn } from '../board/view';
import type { View } from '../types.gen';

/** The board positions of the things in a view. */
export class Positions {
  constructor(readonly view: View) {}

  field(field: number): Point {
    return fieldPosition(this.view, field);
  }

  spell(field: number): Point {
    return add(this.field(field), spellPosition);
  }

  tile(tile: number): Point {
    return this.field(this.view.tiles[tile]?.field ?? 0);
  }

  tribe(id: number): Point & { scale: number } {
    const tile = tribeOf(this.view, id)?.tile ?? 0;
    const here = tribesOn(this.view, tile);
    const place = here.findIndex((one) => one.id === id);
    return { ...add(this.tile(tile), tribePosition(place, here.length)), scale: crowd(here.length).scale };
  }

  tower(people: string): Point {
    const tile = this.view.peoples.find((one) => one.people === people)?.tower ?? -1;
    return add(this.tile(Math.max(0, tile)), towerPosition);
  }

  /** The origin of new tribes: the player's plate, or the tower of a neutral people. */
  bag(people: string): Point {
    const seat = this.view.peoples.find((one) => one.people === people)?.seat ?? -1;
    return seat < 0 ? this.tower(people) : this.plate(seat);
  }

  plate(seat: number): Point {
    return plateMiddle(seat, this.view.players.length);
  }

  goods(seat: number): Point {
    return goodsPosition(seat, this.view.players.length);
  }

  /** The position of an amulet on a player's plate. */
  gem(seat: number, kind: string): Point {
    return gemPosition(seat, this.view.players.length, Math.max(0, gems.indexOf(kind)));
  }
}

function add(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
