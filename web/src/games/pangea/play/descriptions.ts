/** Descriptions of the fields, actors and ranks for sighted readers and screen readers. */
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import { gemOf, rankOf, tileAt, towerOn, tribeOf, tribesOn, type PlacedTribe } from '../board/view';
import type { PeopleView, View } from '../types.gen';
import type { Actor } from './actors';

/** The name of a field alone, for readers who pass it. It depends on little, so that most names outlast a move. */
export function nameField(texts: TitleTexts, view: View, field: number): Part[] {
  const land = view.tiles[tileAt(view, field)];
  const say = texts.about(view);
  return land ? say('spot.land', { field, n: land.tribes }) : say('spot.water', { field });
}

/** The name of a field, then a sentence for each piece on it, with its purpose. */
export function describeField(texts: TitleTexts, view: View, field: number): Part[][] {
  const say = texts.about(view);
  const tile = tileAt(view, field);
  const land = view.tiles[tile];
  const spells = view.peoples
    .filter(({ spell }) => spell === field)
    .map(({ people }) => say(land ? 'spot.spell' : 'spot.spell.water', { people }));
  const name = nameField(texts, view, field);
  if (!land) return [name, ...(spells.length > 0 ? spells : [say('spot.water.use')])];
  const tower = towerOn(view, tile);
  const tribes = tribesOn(view, tile);
  const { landscape, capacity: room } = land;
  return [
    name,
    say('spot.amulet', { amulet: gemOf[landscape] ?? '' }),
    say(land.overcrowded ? 'spot.crowded' : 'spot.room', { room }),
    ...(tower ? towerTexts(texts, view, tower) : []),
    ...alike(tribes).map(([tribe, n]) => tribeText(texts, view, tribe, n)),
    ...(tribes.some(({ moved }) => moved) ? [say('spot.moved')] : []),
    ...spells,
  ];
}

export function towerTexts(texts: TitleTexts, view: View, { people, seat, left, bag }: PeopleView): Part[][] {
  const say = texts.about(view);
  const inside = Object.entries(bag ?? {}).map(([home, n]) => ({ home, n: Number(n) }));
  return [
    say(seat < 0 ? 'spot.tower.neutral' : 'spot.tower', { people, seat }),
    inside.length > 0 ? say('spot.bag', { n: left, bag: inside }) : say('spot.bag.empty'),
  ];
}

/** A tribe, or a number of equal tribes, with the reason why they produce or not. */
export function tribeText(texts: TitleTexts, view: View, tribe: PlacedTribe, n: number): Part[] {
  const state = tribe.carries ? 'carries' : tribe.produces ? 'produces' : tribe.atHome ? 'idle' : 'away';
  const { people, home, carries = '' } = tribe;
  return texts.about(view)(`spot.tribe.${state}`, { people, home, amulet: carries, n });
}

/** Groups equal tribes with their count. */
export function alike(tribes: readonly PlacedTribe[]): [PlacedTribe, number][] {
  const kinds = new Map<string, [PlacedTribe, number]>();
  for (const tribe of tribes) {
    const kind = [tribe.people, tribe.home, tribe.carries].join();
    const known = kinds.get(kind);
    if (known) known[1]++;
    else kinds.set(kind, [tribe, 1]);
  }
  return [...kinds.values()];
}

/** An actor as a choice. It stands for `n` equal ones. */
export function actorText(texts: TitleTexts, view: View, actor: Actor, n: number): Part[] {
  const say = texts.about(view);
  const { people } = actor;
  if (actor.is === 'shift') return say('start.shift', { tile: actor.no, n: actor.targets.size });
  if (actor.is === 'found') {
    const own = view.peoples.find((one) => one.people === people);
    return say(own && own.seat < 0 ? 'start.found.neutral' : 'start.found', { people, n: own?.left ?? 0 });
  }
  const { home = '', carries } = tribeOf(view, actor.no) ?? {};
  if (carries) return say('start.tribe.carries', { people, amulet: carries });
  return say(n > 1 ? `start.${actor.is}.some` : `start.${actor.is}`, { people, home, n });
}

/** The needs of a rank, and the part that the player has. */
export function rankText(texts: TitleTexts, view: View, seat: number, rank: number): Part[] {
  const [player, to] = [view.players[seat], rankOf(view, rank)];
  if (!player || !to) return [];
  const values = { rank, amulets: player.amulets.length, goods: player.goods };
  return texts.about(view)(to.goods > 0 ? 'rank.both' : 'rank.amulets', {
    ...values,
    needAmulets: to.amulets,
    needGoods: to.goods,
  });
}

/** The rank that a player holds, and the way to the next one. */
export function goalTexts(texts: TitleTexts, view: View, seat: number): Part[][] {
  const player = view.players[seat];
  if (!player) return [];
  return [
    ...(player.rank > 0 ? [texts.about(view)('rank.held', { rank: player.rank })] : []),
    ...(player.goal ? [rankText(texts, view, seat, player.goal)] : []),
  ];
}

/** The same for the reader: the conditions of the next rank, and what the reader has of them. */
export function ownGoalTexts(texts: TitleTexts, view: View, seat: number): Part[][] {
  const player = view.players[seat];
  if (!player) return [];
  const say = texts.about(view);
  const next = rankOf(view, player.goal);
  const values = { amulets: player.amulets.length, goods: player.goods };
  return [
    ...(player.rank > 0 ? [say('mine.held', { rank: player.rank })] : []),
    ...(next
      ? [
          say(next.goods > 0 ? 'mine.goal' : 'mine.goal.amulets', {
            ...values,
            ...{ rank: next.rank, needAmulets: next.amulets, needGoods: next.goods },
          }),
        ]
      : []),
  ];
}
