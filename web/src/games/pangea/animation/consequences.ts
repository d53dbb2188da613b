/** Consequences of an event that have no event of their own: overcrowded lands and ranks. */
import type { GameEvent } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { player } from './view-changes';
import { glow, sceneStep, type Transition, type SceneStep } from './scene-step';

/** Lands that became overcrowded, with count and capacity; and lands that produce again. */
export function crowding({ view, next, after }: Transition): SceneStep[] {
  return next.tiles.flatMap(({ overcrowded = false, tribes: n, capacity: room }, tile) => {
    if (overcrowded === (view.tiles[tile]?.overcrowded ?? false)) return [];
    const spot = after.tile(tile);
    if (overcrowded) {
      const piece = { is: 'crowd' as const, n, room };
      const caption = { name: 'crowded', data: { tile, n, room } };
      return sceneStep(next, 700, [{ piece, motion: 'float', path: [spot, spot], from: 0, to: 1 }]).map((one) => ({
        ...one,
        caption,
      }));
    }
    const again = next.peoples.some(({ tribes }) => tribes.some((one) => one.tile === tile && one.produces));
    const caption = { name: 'eased', data: { tile } };
    return again ? sceneStep(next, 500, [glow(spot)]).map((one) => ({ ...one, caption })) : [];
  });
}

/** The seats whose amulets or goods an event changes. */
export function touched({ name, data }: GameEvent): number[] {
  if (!['amulet_delivered', 'amulet_bought', 'goods_produced'].includes(name)) return [];
  return [data.seat, data.to].map(Number).filter((seat) => seat >= 0);
}

/** The steps for a changed rank. */
export function ranking(now: Transition, seat: number, rank: number): SceneStep[] {
  const spot = now.after.plate(seat);
  const caption: GameEvent = rank > 0 ? { name: 'ranked', data: { seat, rank } } : { name: 'unranked', data: { seat } };
  const crown = { piece: { is: 'crown' as const, rank }, motion: 'rise' as const, path: [spot], from: 0, to: 0.9 };
  return sceneStep(now.next, rank > 0 ? 800 : 450, [glow(spot), ...(rank > 0 ? [crown] : [])]).map((one) => ({
    ...one,
    caption,
  }));
}

/** Copies a player's rank and missing items from the last view. */
export function ranked(view: View, seat: number, { players }: View): View {
  const last = players.find((one) => one.seat === seat);
  return last ? player(view, seat, () => ({ rank: last.rank, missing: last.missing })) : view;
}
