/** Consequences of an event that have no event of their own: overcrowded lands and ranks. */
import type { GameEvent } from '../../../lib/wire/game';
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

/** The steps for ranks that the event changed. */
export function ranking(now: Transition): SceneStep[] {
  return now.next.players.flatMap(({ seat, rank }) => {
    if (rank === (now.view.players.find((one) => one.seat === seat)?.rank ?? 0)) return [];
    const spot = now.after.plate(seat);
    const caption: GameEvent =
      rank > 0 ? { name: 'ranked', data: { seat, rank } } : { name: 'unranked', data: { seat } };
    const crown = { piece: { is: 'crown' as const, rank }, motion: 'rise' as const, path: [spot], from: 0, to: 0.9 };
    return sceneStep(now.next, rank > 0 ? 800 : 450, [glow(spot), ...(rank > 0 ? [crown] : [])]).map((one) => ({
      ...one,
      caption,
    }));
  });
}
