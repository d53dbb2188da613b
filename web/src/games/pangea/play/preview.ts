/** The board after a move, as far as the reader knows. It rearranges the pieces of a legal move and judges nothing. */
import type { GameEvent, Move } from '../../../lib/wire/game';
import { applyEvent } from '../animation/apply-event';
import { withDerivedValues } from '../animation/derived-values';
import { people as changePeople, peopleOf } from '../animation/view-changes';
import { tribeOf } from '../board/view';
import type { View } from '../types.gen';

/** The view after a move of a seat. A founded tribe has no known home, and its id is -1. */
export function viewAfter(view: View, seat: number, move: Move): View {
  if (move.do === 'tower') return withTower(view, seat, Number(move.tile));
  const event = eventOf(view, seat, move);
  return event ? applyEvent(view, event) : view;
}

function eventOf(view: View, seat: number, move: Move): GameEvent | undefined {
  const tribe = tribeOf(view, Number(move.tribe));
  const to = Number(move.to);
  const over = move.over === true;
  switch (move.do) {
    case 'shift': {
      const tile = Number(move.tile);
      return { name: 'tile_shifted', data: { seat, tile, from: view.tiles[tile]?.field ?? -1, to, over } };
    }
    case 'move':
      if (!tribe) return undefined;
      return { name: 'tribe_moved', data: { seat, tribe: tribe.id, from: tribe.tile, to, over } };
    case 'found': {
      const people = String(move.people);
      const tile = view.peoples.find((one) => one.people === people)?.tower ?? -1;
      return { name: 'tribe_founded', data: { seat, people, tribe: -1, home: '', tile } };
    }
    case 'buy': {
      const [seller, amulet, price] = [String(move.seller), String(move.amulet), Number(move.price)];
      const earner = view.peoples.find((one) => one.people === seller)?.seat ?? -1;
      const data = { seat, tribe: Number(move.tribe), amulet, price, seller, to: earner, earned: earner < 0 ? 0 : 1 };
      return { name: 'amulet_bought', data };
    }
    default:
      return undefined;
  }
}

function withTower(view: View, seat: number, tile: number): View {
  const tribes = (view.hand ?? []).map(({ id, home }) => ({ id, home, tile }));
  return withDerivedValues(changePeople(view, peopleOf(view, seat), () => ({ tower: tile, tribes })));
}

/** The players whose production differs between two views. */
export function productionChanges(before: View, after: View): { seat: number; old: number; n: number }[] {
  return after.players.flatMap(({ seat, production: n }) => {
    const old = before.players.find((one) => one.seat === seat)?.production ?? n;
    return n === old ? [] : [{ seat, old, n }];
  });
}
