import { staggered, type Point } from '../../../lib/animation/motion';
import { tribeOf } from '../board/view';
import type { AmuletBought, AmuletDelivered, GoodsProduced, View } from '../types.gen';
import { peopleOf, without } from './view-changes';
import type { Mover, Piece } from './scene';
import { flight, glow, label, pause, sceneStep, type Transition, type SceneStep } from './scene-step';

const good: Piece = { is: 'good' };

/** A gain or loss of goods, as a label beside the player's goods. */
function amount(view: View, seat: number, n: number, { x, y }: Point, from = 0, to = 1): Mover {
  return label({ is: 'amount', people: peopleOf(view, seat), n }, { x: x + 40, y: y - 10 }, from, to);
}

/** Each producing tribe sends a good to its player, then the goods are counted. */
export function produced({ seat, tribes, goods }: GoodsProduced, { view, next, at }: Transition): SceneStep[] {
  if (goods === 0) return pause(view, 300);
  const sent = tribes.map((id) => ({ piece: good, motion: 'fly' as const, path: [at.tribe(id), at.goods(seat)] }));
  return [
    ...sceneStep(view, 650, staggered<Mover>(sent, 0.6)),
    ...sceneStep(next, 500, [amount(next, seat, goods, at.goods(seat)), glow(at.goods(seat), 0, 0.6)]),
  ];
}

/** The price is paid, the seller receives a good, and the amulet moves to the buying tribe. */
export function bought(
  { seat, tribe, amulet, price, to, earned }: AmuletBought,
  { view, next, at }: Transition,
): SceneStep[] {
  const here = at.tile(tribeOf(view, tribe)?.tile ?? 0);
  const paid = Array.from({ length: price }, (_, i) => ({
    piece: good,
    motion: 'fly' as const,
    path: [at.goods(seat), here, ...(to >= 0 && i < earned ? [at.goods(to)] : [])],
  }));
  const carried = { x: at.tribe(tribe).x, y: at.tribe(tribe).y - 18 };
  return [
    ...sceneStep(view, 650, [...staggered<Mover>(paid, 0.8), amount(view, seat, -price, at.goods(seat))]),
    ...sceneStep(without(next, tribe), 650, [
      flight({ is: 'gem', kind: amulet }, [{ x: here.x - 40, y: here.y - 45 }, carried]),
      glow(carried, 0.5),
      ...(to >= 0 && earned > 0 ? [amount(view, to, earned, at.goods(to))] : []),
    ]),
  ];
}

/** The amulet moves to the tower and to its place on the player's plate. */
export function delivered({ seat, tribe, amulet }: AmuletDelivered, { view, next, at }: Transition): SceneStep[] {
  const piece: Piece = { is: 'gem', kind: amulet };
  const { x, y } = at.tribe(tribe);
  const tower = at.tower(peopleOf(view, seat));
  const path = [{ x, y: y - 18 }, tower, at.gem(seat, amulet)];
  return [
    ...sceneStep(without(view, tribe), 800, [flight(piece, path), glow(tower, 0.25, 0.7)]),
    ...sceneStep(next, 400, [glow(at.gem(seat, amulet))]),
  ];
}
