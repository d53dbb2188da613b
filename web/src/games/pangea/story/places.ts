import { beyond, crowd, fieldSpot, plateSize, plateSpot, towerSpot, tribeSpot, type Point } from '../board/layout';
import { gems, tribeOf, tribesOn, type Standing } from '../board/sight';
import type { View } from '../types.gen';

/** Where things of a view are on the board. */
export class Places {
  constructor(private readonly view: View) {}

  field(field: number): Point {
    return fieldSpot(this.view, field);
  }

  tile(tile: number): Point {
    return this.field(this.view.tiles[tile]?.field ?? 0);
  }

  tower(tile: number): Point {
    return plus(this.tile(tile), towerSpot);
  }

  /** A spell lies at the corner of its field. */
  spell(field: number): Point {
    return plus(this.field(field), { x: 36, y: 36 });
  }

  tribe(id: number): Standing | undefined {
    return tribeOf(this.view, id);
  }

  /** Where a tribe stands, and how large it is drawn there. */
  standing(id: number): Point & { scale: number } {
    const tile = this.tribe(id)?.tile ?? -1;
    const all = tribesOn(this.view, tile);
    const place = all.findIndex((one) => one.id === id);
    return { ...plus(this.tile(tile), tribeSpot(Math.max(0, place), all.length)), scale: crowd(all.length).scale };
  }

  /** Where somebody goes who leaves a tile over the edge towards another. */
  edge(from: number, to: number): Point {
    const field = (tile: number): number => this.view.tiles[tile]?.field ?? 0;
    return beyond(this.view, field(from), field(to));
  }

  /** The goods on a player's plate. */
  goods(seat: number): Point {
    return this.onPlate(seat, { x: 60, y: 84 });
  }

  /** The middle of a player's plate. */
  plate(seat: number): Point {
    return this.onPlate(seat, { x: plateSize.x / 2, y: plateSize.y / 2 });
  }

  /** Where an amulet belongs in a player's tower. */
  hollow(seat: number, kind: string): Point {
    return this.onPlate(seat, { x: 36 + Math.max(0, gems.indexOf(kind)) * 44, y: 134 });
  }

  people(seat: number): string {
    return this.view.players.find((player) => player.seat === seat)?.people ?? '';
  }

  private onPlate(seat: number, { x, y }: Point): Point {
    const spot = plateSpot(seat, this.view.players.length);
    return { x: spot.x + x * spot.scale, y: spot.y + y * spot.scale };
  }
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
